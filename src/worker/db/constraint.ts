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
