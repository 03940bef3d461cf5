import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorCode } from '../../../api/result.ts'
import type { FoundPerson, ListedPerson } from '../../../contract/calls/operator-people.ts'
import { MAX_LISTED, USERNAME_MAX } from '../../../domain/username.ts'
import { t } from '../../../i18n/translate.ts'
import { Field } from '../../ui/Field.tsx'
import { Form, type Problems, useForm } from '../../ui/Form.tsx'
import { useListener } from '../../ui/use-listener.ts'
import { refusalText, useRoles } from '../DeskFailure.tsx'
import { SEPARATOR } from '../separator.ts'
import { LazyPart } from '../LazyPart.tsx'
import { useNotice } from '../use-notice.tsx'
import type { Statements } from '../statement-draft.ts'
import { call } from '../../../stores/call.ts'

const Person = lazy(() => import('./Person.tsx'))
const Suspended = lazy(async () => ({ default: (await import('./Person.tsx')).Suspended }))

const refusals = { [errorCode.userPrivilegeNotFound]: 'people.addressRefused' } as const

/** Finds people and acts on them (`docs/product.md#people`). */
export default function PeopleDesk({ statements }: { statements: Statements }) {
  const isOperator = useRoles()?.includes('operator')
  const [person, setPerson] = useState<FoundPerson>()
  const { noticeAt, say } = useNotice()
  /** Those whose names begin with `start`; without it those suspended or with a role. */
  const [listed, setListed] = useState<{
    people: readonly ListedPerson[]
    start?: string | undefined
  }>({ people: [] })
  const field = useRef<HTMLInputElement>(null)
  const latest = useRef<string>(undefined)
  const list = async (start?: string): Promise<Problems> => {
    latest.current = start
    const result = await call('operator', 'GET /person/list', { start })
    const people = result.ok ? result.results : []
    if (latest.current !== start) return {}
    setListed({ start, people })
    if (!result.ok) return { form: refusalText(result, refusals) }
    return start && people.length === 0 ? { name: t('people.notFound') } : {}
  }

  const form = useForm(async (data): Promise<Problems> => {
    const name = String(data.get('name')).trim().replace(/^@/, '')
    if (name === '') return { name: t('people.nameMissing') }
    const result = await call('operator', 'GET /person', { name })
    const exact = result.ok ? result.results[0] : undefined
    setPerson(exact)
    const query = exact ? `?name=${exact.username}` : ''
    if (query !== location.search) history.pushState(null, '', location.pathname + query)
    if (result.ok) return {}
    if (result.code !== errorCode.dataNotFound) return { form: refusalText(result, refusals) }
    if (!name.includes('@')) return list(name.slice(0, USERNAME_MAX))
    return { name: t('people.notFound'), ...(await list()) }
  })
  /** Whom a link, Back or Forward names, or the list. */
  const open = () => {
    const name = new URLSearchParams(location.search).get('name') ?? ''
    field.current!.value = name
    if (name) return form.submit()
    if (person) field.current!.focus()
    setPerson(undefined)
    void list().then(form.report)
  }
  const openFirst = useEffectEvent(open)
  useEffect(() => openFirst(), [])
  useListener('popstate', () => location.hash || open())
  const onChanged = (changed: FoundPerson | undefined, sentence: string) => {
    say(sentence, changed && 'person')
    if (changed) return setPerson(changed)
    history.replaceState(null, '', location.pathname)
    open()
  }
  const titleOf = ({ suspension }: ListedPerson) =>
    listed.start ? 'people.begin' : suspension ? 'people.suspended' : 'people.withRole'
  return (
    <div className="people" onClickCapture={() => say('')}>
      <Form form={form} submit={t('people.find')}>
        <Field
          name="name"
          label={t(isOperator ? 'people.nameOrEmail' : 'people.name')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          ref={field}
        />
      </Form>
      {noticeAt()}
      {!form.isBusy &&
        !person &&
        [...Map.groupBy(listed.people, titleOf)].map(([title, people]) => (
          <section key={title} className="desk-entries">
            <h2>{t(title)}</h2>
            <ul role="list">
              {people.map(({ username, roles, suspension }) => (
                <li key={username}>
                  <strong>
                    <a href={`?name=${username}`}>{username}</a>
                  </strong>
                  <p className="field-hint">
                    {suspension && (
                      <LazyPart>
                        <Suspended {...suspension} />
                      </LazyPart>
                    )}{' '}
                    {roles.map((role) => t(`desk.role.${role}`)).join(SEPARATOR)}
                  </p>
                </li>
              ))}
            </ul>
            {people.length >= MAX_LISTED && (
              <p className="field-hint">{t('people.first', { count: MAX_LISTED })}</p>
            )}
          </section>
        ))}
      <LazyPart>
        {person && <Person key={person.userId} {...{ person, statements, noticeAt, onChanged }} />}
      </LazyPart>
    </div>
  )
}
