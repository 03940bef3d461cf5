const CONTINUED_WITHIN_S = 600

interface Written {
  userId: string
  lastUpdated: number
  lang?: string | undefined
  isPending?: boolean | undefined
}

/** Continued comments omit picture, name and time. Not across languages, which filters show separately. */
export function isContinued(comment: Written, previous: Written | undefined): boolean {
  return (
    previous?.userId === comment.userId &&
    (comment.isPending || previous.lang === comment.lang) &&
    comment.lastUpdated - previous.lastUpdated < CONTINUED_WITHIN_S
  )
}
