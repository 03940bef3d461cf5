import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { codeOf, errorCode } from '../../../api/result.ts'
import type { FoundPerson, ListedPerson } from '../../../contract/calls/operator-people.ts'
import { USERNAME_MAX } from '../../../domain/username.ts'
import { setWords, t, type Messages } from '../../../i18n/translate.ts'
import { Field } from '../../ui/Field.tsx'
import { Form, type Problems, useForm } from '../../ui/Form.tsx'
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

interface PeopleProps {
  title: string
  people: readonly ListedPerson[]
  onFind: (name: string) => void
}

function People({ title, people, onFind }: PeopleProps) {
  return (
    <Entries {...{ title }}>
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
  /** First letters of the people listed; without them those suspended or with a role. */
  const [start, setStart] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = useLoad(
    () => call('operator', 'GET /person/list', start ? { start } : {}),
    `${start} ${person?.userId}`,
  )
  const isOperator = roles?.includes('operator') ?? false

  const form = useForm(async (data): Promise<Problems> => {
    const name = String(data.get('name')).trim()
    setSaid('')
    setStart('')
    if (name === '') return { name: t('people.nameMissing') }
    const result = await call('operator', 'GET /person', { name })
    const exact = result.ok ? result.results[0] : undefined
    setPerson(exact)
    if (exact) history.replaceState(null, '', `#${exact.username}`)
    if (result.ok) return {}
    if (codeOf(result) !== errorCode.dataNotFound) return { form: refusalText(result, refusals) }
    if (!name.includes('@')) setStart(name.slice(0, USERNAME_MAX))
    return { name: t('people.notFound') }
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
      {!form.isBusy && !person && (
        <People
          title={t(start ? 'people.begin' : 'people.listed')}
          people={list.value ?? []}
          onFind={find}
        />
      )}
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
