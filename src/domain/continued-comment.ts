/** Seconds after which the next comment of the same person shows name and time again. */
const CONTINUED_WITHIN_S = 600

interface Written {
  userId: string
  /** Epoch seconds. */
  lastUpdated: number
  lang?: string | undefined
  /** Its language is not known yet. */
  isPending?: boolean | undefined
}

/**
 * Whether a comment follows one of the same person within ten minutes, so that picture, name and time are shown once.
 * One in another language does not: either may be shown without the other (`docs/product.md#language-of-the-list`).
 */
export function isContinued(comment: Written, previous: Written | undefined): boolean {
  return (
    previous?.userId === comment.userId &&
    (comment.isPending || previous.lang === comment.lang) &&
    comment.lastUpdated - previous.lastUpdated < CONTINUED_WITHIN_S
  )
}
