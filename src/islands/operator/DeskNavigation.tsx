import { useOwnRoles } from './DeskFailure.tsx'
import { sectionsFor } from '../../domain/desk-sections.ts'
import { setWords, t, type Messages } from '../../i18n/translate.ts'

/** Desk sections by role; reserves space while roles load. */
export function DeskNavigation({ messages, path }: { messages: Messages; path: string }) {
  setWords(messages)
  const { value: roles } = useOwnRoles()
  return (
    <nav className="desk-sections" aria-label={t('operator.sections')} aria-busy={!roles}>
      {sectionsFor(roles ?? []).map(({ name, path: target }) => (
        <a key={name} href={target} aria-current={target === path ? 'page' : undefined}>
          {t(`operator.section.${name}`)}
        </a>
      ))}
    </nav>
  )
}
