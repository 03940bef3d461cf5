type Statements = Record<string, D1PreparedStatement | readonly D1PreparedStatement[]>

/** The types of the rows of named statements. */
export type RowsByName = Record<string, unknown>
/** A statement for each of these names, among others. */
export type StatementsFor<Rows extends RowsByName> = {
  [Name in keyof Rows]: D1PreparedStatement
} & Statements
export type ResultsOf<Rows extends RowsByName> = {
  [Name in keyof Rows]: D1Result<NonNullable<Rows[Name]>>
}

/**
 * Runs named statements in one transaction, in their order; a name may have several.
 * @returns the result of each name in `Rows`, which is the type of its rows
 */
export async function batch<Rows extends RowsByName>(
  db: Pick<D1Database, 'batch'>,
  statements: StatementsFor<Rows>,
): Promise<ResultsOf<Rows>> {
  const named = Object.entries<Statements[string]>(statements).flatMap(([name, some]) =>
    [some].flat().map((statement) => ({ name, statement })),
  )
  const results = await db.batch(named.map(({ statement }) => statement))
  const byName = named.map(({ name }, index) => [name, results[index]])
  return Object.fromEntries(byName) as ResultsOf<Rows>
}
