/** The limit of three (`docs/product.md#limit-of-three`). */

/** Undeleted comments one person may have on one question. */
export const COMMENTS_PER_QUESTION = 3
/** Comments one person may ever post to one question, deleted ones included. */
export const POSTS_EVER_PER_QUESTION = 6
