/** White space, format characters and fillers, as a class of a pattern. */
const BLANK = String.raw`[\p{White_Space}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]`
const ALL_BLANK = new RegExp(`^${BLANK}*$`, 'v')
/** Two or more lines in a row that show nothing. */
export const BLANK_LINES = new RegExp(String.raw`\n(?:[${BLANK}--\n]*\n){2,}`, 'gv')

export const showsNothing = (text: string): boolean => ALL_BLANK.test(text)

/** Left of a damaged text: U+FFFD, and noncharacters, some of which XML forbids. */
export const DAMAGED = /[\p{Noncharacter_Code_Point}\ufffd]/gu

/** Whether a text has these or a lone surrogate. */
export const isDamaged = (text: string): boolean =>
  /\p{Surrogate}/u.test(text) || text.search(DAMAGED) >= 0
