/** The limit of three (`docs/product.md#limit-of-three`). */

/**
 * Undeleted comments one person may have on one question. The table's check of `slot` (`migrations/0001_initial.sql`)
 * states it too, where nothing can be imported.
 */
export const COMMENTS_PER_QUESTION = 3
/** Comments one person may ever post to one question, deleted ones included. */
export const COMMENTS_EVER_PER_QUESTION = 6
