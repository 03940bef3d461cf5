/** A full response means that more may follow. */
export const MAX_EVENTS = 200
