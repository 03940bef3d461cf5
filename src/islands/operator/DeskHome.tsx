import { useEffect, useState, type ComponentType } from 'react'
import { sectionsFor } from '../../domain/desk-sections.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { failureText } from '../ui/failure-text.ts'
import { useOwnRoles } from './use-own-roles.ts'

/** The desk's first page: where each section leads and, for operators, the glance; or that it is for people with a role. */
export default function DeskHome({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const { roles, failure, load } = useOwnRoles()
  const [glance, setGlance] = useState<{ Glance: ComponentType<{ messages: Messages }> }>()
  const isOperator = roles?.includes('operator')
  // Without its script the page still leads to every section.
  useEffect(() => {
    if (isOperator) import('./Glance.tsx').then(setGlance, () => {})
  }, [isOperator])
  if (failure)
    return (
      <div className="desk-empty">
        <p role="alert">{failureText(t, failure)}</p>
        <button type="button" className="button" onClick={() => void load()}>
          {t('desk.retry')}
        </button>
      </div>
    )
  if (!roles) return <p role="status">{t('desk.loading')}</p>
  if (roles.length === 0) return <p role="alert">{t('desk.refused')}</p>
  return (
    <>
      <ul className="desk-entries" role="list">
        {sectionsFor(roles).map(({ name, path }) => (
          <li key={name}>
            <a href={path}>
              <strong>{t(`operator.section.${name}`)}</strong>
              <span>{t(`operator.about.${name}`)}</span>
            </a>
          </li>
        ))}
      </ul>
      {glance && <glance.Glance messages={messages} />}
    </>
  )
}
