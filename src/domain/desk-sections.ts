import type { Role } from './moderation.ts'

/** The pages of the desk in the order of its navigation, each with the role that its calls ask for. */
export const deskSections = [
  { name: 'calendar', path: '/operator/questions', role: 'editor' },
  { name: 'cases', path: '/operator/cases', role: 'moderator' },
  { name: 'people', path: '/operator/people', role: 'moderator' },
  { name: 'announcements', path: '/operator/announcements', role: 'operator' },
] as const satisfies readonly { name: string; path: `/operator/${string}`; role: Role }[]

type DeskSection = (typeof deskSections)[number]

/** The sections that these roles may open. An operator may do what every other role may. */
export function sectionsFor(roles: readonly Role[]): DeskSection[] {
  return deskSections.filter(({ role }) => roles.includes(role) || roles.includes('operator'))
}
