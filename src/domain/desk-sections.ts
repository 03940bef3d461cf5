import type { Role } from './moderation.ts'

/** Pages of the desk in navigation order, with the role that their calls require. */
export const deskSections = [
  { name: 'glance', path: '/operator', role: 'operator' },
  { name: 'calendar', path: '/operator/questions', role: 'editor' },
  { name: 'cases', path: '/operator/cases', role: 'moderator' },
  { name: 'people', path: '/operator/people', role: 'moderator' },
  { name: 'announcements', path: '/operator/announcements', role: 'operator' },
] as const satisfies readonly { name: string; path: `/operator${string}`; role: Role }[]

type DeskSection = (typeof deskSections)[number]

export function sectionsFor(roles: readonly Role[]): DeskSection[] {
  return deskSections.filter(({ role }) => roles.includes(role) || roles.includes('operator'))
}
