import { useEffect, useState, type ComponentType } from 'react'
import { sectionsFor } from '../../domain/desk-sections.ts'
import { setWords, t, type Messages } from '../../i18n/translate.ts'
import { DeskFailure, DeskRefusal, useOwnRoles } from './DeskFailure.tsx'

export default function DeskHome({ messages }: { messages: Messages }) {
  setWords(messages)
  const { value: roles, failure, load } = useOwnRoles()
  const [glance, setGlance] = useState<{ Glance: ComponentType<{ messages: Messages }> }>()
  const isOperator = roles?.includes('operator')
  // Without the script the links still work.
  useEffect(() => {
    if (isOperator) import('./Glance.tsx').then(setGlance, () => {})
  }, [isOperator])
  if (failure) return <DeskFailure failure={failure} onRetry={() => void load()} />
  if (!roles) return <p role="status">{t('desk.loading')}</p>
  if (roles.length === 0) return <DeskRefusal />
  return (
    <>
      {!isOperator && (
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
      )}
      {glance && <glance.Glance messages={messages} />}
    </>
  )
}
