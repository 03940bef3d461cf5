/** Ids of questions, comments and questionnaires. */
export const ID = /^[A-Za-z0-9_-]{1,32}$/
