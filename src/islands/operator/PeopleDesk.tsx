import { useState } from 'react'
import { codeOf, type Failure } from '../../api/call.ts'
import * as errorCode from '../../api/error-code.ts'
import type { FoundPerson } from '../../contract/keeping-schemas.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { authorizedCall } from '../../stores/session.ts'
import { failureText } from '../ui/failure-text.ts'
import { Field } from '../ui/Field.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { PersonActions } from './PersonActions.tsx'
import { PersonView } from './PersonView.tsx'
import { useOwnRoles } from './use-own-roles.ts'

/** Finds a person and acts on them (`docs/product.md#people`). */
export default function PeopleDesk({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const { roles } = useOwnRoles()
  const [person, setPerson] = useState<FoundPerson>()
  const [said, setSaid] = useState('')
  const isOperator = roles?.includes('operator') ?? false

  const problemOf = (failure: Failure) => {
    switch (codeOf(failure)) {
      case errorCode.dataNotFound:
        return t('people.notFound')
      case errorCode.userPrivilegeNotFound:
        return t('people.addressRefused')
      case errorCode.rolePrivilegeNotFound:
        return t('desk.refused')
      default:
        return failureText(t, failure)
    }
  }
  const { formProps, problems, isBusy } = useForm(async (data): Promise<Problems> => {
    const name = String(data.get('name')).trim()
    setSaid('')
    if (name === '') return { name: t('people.nameMissing') }
    const answer = await authorizedCall('operator', 'GET /person', { name })
    setPerson(answer.ok ? answer.results[0] : undefined)
    if (answer.ok) return {}
    return codeOf(answer) === errorCode.dataNotFound
      ? { name: problemOf(answer) }
      : { form: problemOf(answer) }
  })
  return (
    <div className="people">
      <form {...formProps}>
        <Field
          name="name"
          label={t(isOperator ? 'people.nameOrEmail' : 'people.name')}
          hint={isOperator ? t('people.logged') : ''}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          problem={problems['name']}
        />
        <FormProblem text={problems['form']} />
        <SubmitButton isBusy={isBusy}>{t('people.find')}</SubmitButton>
      </form>
      <p className="form-notice" role="status">
        {said}
      </p>
      {person && (
        <article className="person" key={person.userId}>
          <PersonView t={t} person={person} />
          <PersonActions
            {...{ t, person, isOperator }}
            onChanged={(changed, sentence) => {
              setPerson(changed)
              setSaid(sentence)
            }}
          />
        </article>
      )}
    </div>
  )
}
