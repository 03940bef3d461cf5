/**
 * Undeleted comments per person and question (`docs/product.md#limit-of-three`). `CHECK (slot …)` in
 * `migrations/0001_initial.sql` repeats it.
 */
export const COMMENTS_PER_QUESTION = 3
/** Includes deleted ones. */
export const COMMENTS_EVER_PER_QUESTION = 6
