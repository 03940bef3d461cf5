/** White space, format characters and fillers. */
const WITHOUT_GLYPH = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]*$/u

export const showsNothing = (text: string): boolean => WITHOUT_GLYPH.test(text)

/** Left of a damaged text: U+FFFD, and noncharacters, some of which XML forbids. */
export const DAMAGED = /[\p{Noncharacter_Code_Point}\ufffd]/gu

/** Whether a text has these or a lone surrogate. */
export const isDamaged = (text: string): boolean =>
  /\p{Surrogate}/u.test(text) || text.search(DAMAGED) >= 0
