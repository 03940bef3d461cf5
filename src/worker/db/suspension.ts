/** SQL: a pause or ban of the `user` row is active. `nowMs` names a parameter in epoch milliseconds. */
export const isSuspended = (nowMs: string): string => `
  EXISTS (SELECT 1 FROM ban WHERE ban.user_id = user.id
    AND ban.starts_at <= ${nowMs} AND (ban.ends_at IS NULL OR ban.ends_at > ${nowMs}))`

/** SQL: end of the last active pause, epoch milliseconds, or NULL. */
export const pauseEnd = (nowMs: string): string => `
  (SELECT max(ban.ends_at) FROM ban WHERE ban.user_id = user.id
    AND ban.starts_at <= ${nowMs} AND ban.ends_at > ${nowMs})`

export const isBanned = (nowMs: string): string => `
  EXISTS (SELECT 1 FROM ban WHERE ban.user_id = user.id
    AND ban.starts_at <= ${nowMs} AND ban.ends_at IS NULL)`
