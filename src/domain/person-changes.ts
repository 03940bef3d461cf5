/** What the team can do to a person without a case. */
export const personChanges = ['endSessions', 'sendCode', 'pause', 'ban', 'lift'] as const
export type PersonChange = (typeof personChanges)[number]
