/** A text as an SQL literal. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Rows as one SQL literal, for `json_each`. */
export function sqlRows(rows: unknown[]): string {
  return sqlText(JSON.stringify(rows))
}
