import { useState, type ComponentType } from 'react'
import { codeOf, errorCode } from '../../../api/result.ts'
import type { FoundPerson } from '../../../contract/calls/operator-people.ts'
import { setWords, t, type Messages } from '../../../i18n/translate.ts'
import { failureText } from '../../ui/failure-text.ts'
import { Field } from '../../ui/Field.tsx'
import { Form, type Problems, useForm } from '../../ui/Form.tsx'
import type { PersonProps } from './Person.tsx'
import { useOwnRoles } from '../DeskFailure.tsx'
import { refusalText } from '../refusal-text.ts'
import { call } from '../../../stores/call.ts'

const refusals = {
  [errorCode.userPrivilegeNotFound]: 'people.addressRefused',
  [errorCode.rolePrivilegeNotFound]: 'desk.refused',
} as const

interface Found {
  person: FoundPerson
  Person: ComponentType<PersonProps>
}

/** Finds people and acts on them (`docs/product.md#people`). */
export default function PeopleDesk({ messages }: { messages: Messages }) {
  setWords(messages)
  const { value: roles } = useOwnRoles()
  const [found, setFound] = useState<Found>()
  const [said, setSaid] = useState('')
  const isOperator = roles?.includes('operator') ?? false

  const form = useForm(async (data): Promise<Problems> => {
    const name = String(data.get('name')).trim()
    setSaid('')
    if (name === '') return { name: t('people.nameMissing') }
    const loading = import('./Person.tsx').catch(() => undefined)
    const result = await call('operator', 'GET /person', { name })
    const [person] = result.ok ? result.results : []
    const loaded = await loading
    setFound(person && loaded && { person, Person: loaded.Person })
    if (!loaded) return { form: failureText({ ok: false, error: 'network' }) }
    if (result.ok) return {}
    if (codeOf(result) === errorCode.dataNotFound) return { name: t('people.notFound') }
    return { form: refusalText(result, refusals) }
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
        />
      </Form>
      <p className="form-notice" role="status">
        {said}
      </p>
      {found && (
        <found.Person
          key={found.person.userId}
          person={found.person}
          onChanged={(person, sentence) => {
            setFound(person && { ...found, person })
            setSaid(sentence)
          }}
        />
      )}
    </div>
  )
}
