const CONTINUED_WITHIN_S = 600

interface Written {
  userId: string
  lastUpdated: number
  lang?: string | undefined
  isPending?: boolean | undefined
}

/**
 * Whether a comment continues one of the same person, so that picture, name and time are shown once. Not in another
 * language: filters may show either alone (`docs/product.md#language-of-the-list`).
 */
export function isContinued(comment: Written, previous: Written | undefined): boolean {
  return (
    previous?.userId === comment.userId &&
    (comment.isPending || previous.lang === comment.lang) &&
    comment.lastUpdated - previous.lastUpdated < CONTINUED_WITHIN_S
  )
}
