/** White space, format characters and fillers. */
const WITHOUT_GLYPH = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]*$/u

export const showsNothing = (text: string): boolean => WITHOUT_GLYPH.test(text)

/** Whether a text has a lone surrogate. */
export const hasHalfCharacter = (text: string): boolean => /\p{Surrogate}/u.test(text)
