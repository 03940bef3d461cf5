type Statements = Record<string, D1PreparedStatement | readonly D1PreparedStatement[]>

export type RowsByName = Record<string, unknown>
export type StatementsFor<Rows extends RowsByName> = {
  [Name in keyof Rows]: D1PreparedStatement
} & Statements
export type ResultsOf<Rows extends RowsByName> = {
  [Name in keyof Rows]: D1Result<NonNullable<Rows[Name]>>
}

/**
 * Runs named statements in order, in one transaction; a name may have several.
 * @returns the rows of each name in `Rows`
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
 * Whether a statement violated this constraint, named as SQLite does. `user.email_key` for a unique or NOT NULL
 * column; `social_identity.issuer, social_identity.subject` for a composite key.
 */
export function isConstraintFailure(error: unknown, columns: string): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.message.includes(`constraint failed: ${columns}:`) ||
    isConstraintFailure(error.cause, columns)
  )
}

/**
 * Optimistic locking: the first statement of a batch, which rolls back unless the condition holds.
 * @param condition SQL of a boolean
 */
export function requireState(
  env: Env,
  condition: string,
  ...values: unknown[]
): D1PreparedStatement {
  return env.DB.prepare(`INSERT INTO expectation (is_met) SELECT ${condition}`).bind(...values)
}

/** Runs a batch with a `requireState`. @throws the result of `refusal` when the state differs */
export async function batchOrRefuse<Rows extends RowsByName>(
  env: Env,
  statements: StatementsFor<Rows> | readonly D1PreparedStatement[],
  refusal: () => Error | Promise<Error>,
): Promise<ResultsOf<Rows>> {
  try {
    return await batch<Rows>(env.DB, { ...statements } as StatementsFor<Rows>)
  } catch (error) {
    throw isUnmet(error) ? await refusal() : error
  }
}

function isUnmet(error: unknown): boolean {
  return (
    error instanceof Error && /unmet expectation/.test(error.message + String(error.cause ?? ''))
  )
}

export type Reader = Pick<D1Database, 'prepare' | 'batch'>

/** Nearest replica, which may lag. Use for public data only, never to decide about a person. */
export function nearest(d1: D1Database): Reader {
  return d1.withSession('first-unconstrained')
}
