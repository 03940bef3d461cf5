/** Between facts on one line: may end a line, but never begins one. */
export const SEPARATOR = '\u00a0· '
