/** Undeleted comments (`docs/product.md#limit-of-three`); repeated in `migrations/0001_initial.sql`. */
export const COMMENTS_PER_QUESTION = 3
/** Includes deleted ones. */
export const COMMENTS_EVER_PER_QUESTION = 6
