/** Actions of the team on a person without a case. */
export const personChanges = ['endSessions', 'sendCode', 'pause', 'ban', 'lift'] as const
export type PersonChange = (typeof personChanges)[number]

/** The same and the deletion of the account, in the order in which the desk offers them. */
export const personActions = ['endSessions', 'sendCode', 'lift', 'pause', 'ban', 'delete'] as const
export type PersonAction = (typeof personActions)[number]
