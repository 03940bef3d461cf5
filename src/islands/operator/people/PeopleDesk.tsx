import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { codeOf, errorCode } from '../../../api/result.ts'
import type { FoundPerson } from '../../../contract/calls/operator-people.ts'
import { USERNAME_MAX } from '../../../domain/username.ts'
import { setWords, t, type Messages } from '../../../i18n/translate.ts'
import { Field } from '../../ui/Field.tsx'
import { QuietButton } from '../../ui/LoadFailure.tsx'
import { Form, type Problems, useForm } from '../../ui/Form.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { useLoad } from '../../ui/use-load.ts'
import { Entries, Entry } from '../Entries.tsx'
import { oneLine, suspensionText } from '../format.ts'
import { useRoles } from '../DeskFailure.tsx'
import { refusalText } from '../refusal-text.ts'
import type { Statements } from '../statement-draft.ts'
import { call } from '../../../stores/call.ts'

const Person = lazy(() => import('./Person.tsx'))

const refusals = { [errorCode.userPrivilegeNotFound]: 'people.addressRefused' } as const

interface Props {
  messages: Messages
  statements: Statements
}

/** Who is suspended, and who has a role. */
function People({ onFind }: { onFind: (name: string) => void }) {
  const { value: people = [] } = useLoad(() => call('operator', 'GET /person/list', {}))
  return (
    <Entries title={t('people.listed')}>
      {people.map(({ username, roles, suspension }) => (
        <Entry
          key={username}
          title={
            <a href={`#${username}`} onClick={() => onFind(username)}>
              {username}
            </a>
          }
          note={oneLine(
            suspension && suspensionText(suspension),
            ...roles.map((role) => t(`desk.role.${role}`)),
          )}
        />
      ))}
    </Entries>
  )
}

/** Finds people and acts on them (`docs/product.md#people`). */
export default function PeopleDesk({ messages, statements }: Props) {
  setWords(messages)
  const roles = useRoles()
  const [person, setPerson] = useState<FoundPerson>()
  const [said, setSaid] = useState('')
  /** That begin with a name of nobody. */
  const [names, setNames] = useState<readonly string[]>([])
  const field = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const isOperator = roles?.includes('operator') ?? false

  const form = useForm(async (data): Promise<Problems> => {
    const name = String(data.get('name')).trim()
    setSaid('')
    setNames([])
    if (name === '') return { name: t('people.nameMissing') }
    const result = await call('operator', 'GET /person', { name })
    const exact = result.ok ? result.results[0] : undefined
    setPerson(exact)
    if (exact) history.replaceState(null, '', `#${exact.username}`)
    if (result.ok) return {}
    if (codeOf(result) !== errorCode.dataNotFound) return { form: refusalText(result, refusals) }
    const listed = name.includes('@')
      ? undefined
      : await call('operator', 'GET /person/name', { start: name.slice(0, USERNAME_MAX) })
    if (listed && !listed.ok) return { form: refusalText(listed, refusals) }
    const found = listed?.results ?? []
    setNames(found)
    return found.length > 0 ? {} : { name: t('people.notFound') }
  })
  const find = (name: string) => {
    field.current!.value = name
    field.current!.focus()
    form.submit()
  }
  // The list and a case link to a person by name, and Back leads to the person found.
  const openNamed = useEffectEvent(() => {
    if (!field.current || location.hash === '') return
    find(location.hash.slice(1))
  })
  useEffect(() => openNamed(), [])
  return (
    <div className="people">
      <Form form={form} submit={t('people.find')}>
        <Field
          name="name"
          label={t(isOperator ? 'people.nameOrEmail' : 'people.name')}
          hint={roles ? t(isOperator ? 'people.logged' : 'people.addressRefused') : ''}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          ref={field}
        />
      </Form>
      <p className="field-hint" role="status">
        {names.length > 0 && t('people.begin')}
      </p>
      {names.length > 0 && (
        <ul className="people-names" role="list">
          {names.map((name) => (
            <li key={name}>
              <QuietButton onClick={() => find(name)}>{name}</QuietButton>
            </li>
          ))}
        </ul>
      )}
      {isHydrated && !form.isBusy && !person && names.length === 0 && <People onFind={find} />}
      <p className="form-notice" role="status">
        {said}
      </p>
      <Suspense>
        {person && (
          <Person
            key={person.userId}
            {...{ person, statements }}
            onChanged={(changed, sentence) => {
              setPerson(changed)
              setSaid(sentence)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
