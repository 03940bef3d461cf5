/** Characters that take part in a text without a glyph of their own: white space, format characters, fillers. */
const WITHOUT_GLYPH = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]*$/u

/** Whether a text has nothing that can be seen. */
export const showsNothing = (text: string): boolean => WITHOUT_GLYPH.test(text)

/** Whether a text has half of a character: a surrogate without the other. */
export const hasHalfCharacter = (text: string): boolean => /\p{Surrogate}/u.test(text)
