type Statements = Record<string, D1PreparedStatement | readonly D1PreparedStatement[]>

/**
 * Runs named statements in one transaction, in their order; a name may have several.
 * @returns the result of each name in `Rows`, which is the type of its rows
 */
export async function batch<Rows extends Record<string, unknown>>(
  db: Pick<D1Database, 'batch'>,
  statements: { [Name in keyof Rows]: D1PreparedStatement } & Statements,
): Promise<{ [Name in keyof Rows]: D1Result<Rows[Name]> }> {
  const named = Object.entries<Statements[string]>(statements).flatMap(([name, some]) =>
    [some].flat().map((statement) => ({ name, statement })),
  )
  const results = await db.batch(named.map(({ statement }) => statement))
  const byName = named.map(({ name }, index) => [name, results[index]])
  return Object.fromEntries(byName) as { [Name in keyof Rows]: D1Result<Rows[Name]> }
}
