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
