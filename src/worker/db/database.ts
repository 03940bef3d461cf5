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

/**
 * Whether a statement failed because of this constraint, named as SQLite does: `user.email_key` for a unique or a
 * NOT NULL column, `social_identity.issuer, social_identity.subject` for a key of two.
 */
export function isConstraintFailure(error: unknown, columns: string): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.message.includes(`constraint failed: ${columns}:`) ||
    isConstraintFailure(error.cause, columns)
  )
}

/**
 * Optimistic locking: the first statement of a batch, which fails as a whole unless the condition holds, so that
 * nothing is changed by somebody who has seen an older state.
 * @param condition SQL of a boolean
 */
export function requireState(
  env: Env,
  condition: string,
  ...values: unknown[]
): D1PreparedStatement {
  return env.DB.prepare(`INSERT INTO expectation (is_met) SELECT ${condition}`).bind(...values)
}

/** Runs a batch with a `requireState`. @throws what `refusal` returns when the state differs */
export async function batchOrRefuse(
  env: Env,
  statements: D1PreparedStatement[],
  refusal: () => Error | Promise<Error>,
): Promise<void> {
  try {
    await env.DB.batch(statements)
  } catch (error) {
    throw isUnmet(error) ? await refusal() : error
  }
}

/** Whether a batch failed because of its `requireState`. */
function isUnmet(error: unknown): boolean {
  return (
    error instanceof Error && /unmet expectation/.test(error.message + String(error.cause ?? ''))
  )
}

/** D1, or a session of it. */
export type Reader = Pick<D1Database, 'prepare' | 'batch'>

/** The nearest replica, which may lag: only for public data on which no decision about a person depends. */
export function nearest(d1: D1Database): Reader {
  return d1.withSession('first-unconstrained')
}
