/** SQL: a pause or a ban of the row of `user` is running. `nowMs` names the parameter with the time in epoch milliseconds. */
export const isSuspended = (nowMs: string): string => `
  EXISTS (SELECT 1 FROM ban WHERE ban.user_id = user.id
    AND ban.starts_at <= ${nowMs} AND (ban.ends_at IS NULL OR ban.ends_at > ${nowMs}))`

/** SQL: the end of the last pause that is running, epoch milliseconds; NULL where there is none. */
export const pauseEnd = (nowMs: string): string => `
  (SELECT max(ban.ends_at) FROM ban WHERE ban.user_id = user.id
    AND ban.starts_at <= ${nowMs} AND ban.ends_at > ${nowMs})`

/** SQL: a ban, a suspension without an end, is running. */
export const isBanned = (nowMs: string): string => `
  EXISTS (SELECT 1 FROM ban WHERE ban.user_id = user.id
    AND ban.starts_at <= ${nowMs} AND ban.ends_at IS NULL)`
