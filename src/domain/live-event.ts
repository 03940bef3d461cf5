/** Events in one response at most; a full response means that more may follow. */
export const MAX_EVENTS = 200
