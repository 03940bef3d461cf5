/** Seconds after which a next comment of the same person shows name and time again. */
const CONTINUED_FOR = 600

interface Written {
  userId: string
  /** Epoch seconds. */
  lastUpdated: number
}

/** Whether a comment follows one of the same person so soon that both share face, name and time. */
export function isContinued(comment: Written, previous: Written | undefined): boolean {
  return (
    previous?.userId === comment.userId &&
    comment.lastUpdated - previous.lastUpdated < CONTINUED_FOR
  )
}
