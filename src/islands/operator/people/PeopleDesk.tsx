import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { codeOf, errorCode } from '../../../api/result.ts'
import type { FoundPerson, ListedPerson } from '../../../contract/calls/operator-people.ts'
import { USERNAME_MAX } from '../../../domain/username.ts'
import { setWords, t, type Messages } from '../../../i18n/translate.ts'
import { Field } from '../../ui/Field.tsx'
import { Form, type Problems, useForm } from '../../ui/Form.tsx'
import { useListener } from '../../ui/use-listener.ts'
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

/** Finds people and acts on them (`docs/product.md#people`). */
export default function PeopleDesk({ messages, statements }: Props) {
  setWords(messages)
  const roles = useRoles()
  const [person, setPerson] = useState<FoundPerson>()
  const [said, setSaid] = useState('')
  /** First letters of the people listed; without them those suspended or with a role. */
  const [start, setStart] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const [people, setPeople] = useState<readonly ListedPerson[]>([])
  const latest = useRef('')
  const list = async (start = '') => {
    latest.current = start
    const result = await call('operator', 'GET /person/list', start ? { start } : {})
    if (latest.current !== start) return true
    setStart(start)
    setPeople(result.ok ? result.results : [])
    if (!result.ok) setSaid(refusalText(result, refusals))
    return result.ok && result.results.length > 0
  }
  const isOperator = roles?.includes('operator') ?? false

  const form = useForm(async (data): Promise<Problems> => {
    const name = String(data.get('name')).trim()
    setSaid('')
    if (name === '') return { name: t('people.nameMissing') }
    const result = await call('operator', 'GET /person', { name })
    const exact = result.ok ? result.results[0] : undefined
    setPerson(exact)
    history.replaceState(null, '', exact ? `#${exact.username}` : location.pathname)
    if (result.ok) return {}
    if (codeOf(result) !== errorCode.dataNotFound) return { form: refusalText(result, refusals) }
    const isAny = await list(name.includes('@') ? '' : name.slice(0, USERNAME_MAX))
    return isAny && !name.includes('@') ? {} : { name: t('people.notFound') }
  })
  const find = (name: string) => {
    field.current!.value = name
    field.current!.focus()
    form.submit()
  }
  // The list and a case link to a person by name; Back leads to the list, or to the person before. `#content`: skip link.
  const openNamed = () => {
    const name = location.hash.slice(1)
    if (name) return name === 'content' ? undefined : find(name)
    field.current!.value = ''
    setPerson(undefined)
    void list()
  }
  const openFirst = useEffectEvent(openNamed)
  useEffect(() => openFirst(), [])
  useListener('hashchange', () => {
    if (location.hash.slice(1) !== person?.username) openNamed()
  })
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
      {!form.isBusy && !person && people.length > 0 && (
        <section className="desk-entries">
          <h2>{t(start ? 'people.begin' : 'people.listed')}</h2>
          <ul role="list">
            {people.map(({ username, roles, suspension }) => (
              <li key={username}>
                <strong>
                  <a href={`#${username}`}>{username}</a>
                </strong>
                <p className="field-hint">
                  {suspension && t(`desk.action.${suspension.until ? 'pause' : 'ban'}`)}
                  {suspension && roles[0] && ' · '}
                  {roles.map((role) => t(`desk.role.${role}`)).join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        </section>
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
              if (!changed) void list()
              setSaid(sentence)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
