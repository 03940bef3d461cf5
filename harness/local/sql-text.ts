export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function sqlRows(rows: unknown[]): string {
  return sqlText(JSON.stringify(rows))
}
