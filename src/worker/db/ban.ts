/** SQL: a ban of the row of `user` is running. `nowMs` names the parameter with the time in epoch milliseconds. */
export const isBanned = (nowMs: string): string => `
  EXISTS (SELECT 1 FROM ban WHERE ban.user_id = user.id
    AND ban.starts_at <= ${nowMs} AND (ban.ends_at IS NULL OR ban.ends_at > ${nowMs}))`

/** SQL: the end of the last ban that is running, epoch milliseconds; NULL where there is none. */
export const banEnd = (nowMs: string): string => `
  (SELECT max(ban.ends_at) FROM ban WHERE ban.user_id = user.id
    AND ban.starts_at <= ${nowMs} AND ban.ends_at > ${nowMs})`

/** SQL: a ban without an end is running. */
export const isBannedPermanently = (nowMs: string): string => `
  EXISTS (SELECT 1 FROM ban WHERE ban.user_id = user.id
    AND ban.starts_at <= ${nowMs} AND ban.ends_at IS NULL)`
