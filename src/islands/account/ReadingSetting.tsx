import { useStore } from '@nanostores/react'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { authorizedCall } from '../../stores/session.ts'
import { $user } from '../../stores/user.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { finishSaved, refused } from './settings-form.ts'

/** What the day's page shows its person (`docs/product.md#reading-settings`). */
export default function ReadingSetting({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const user = useStore($user, { ssr: 'initial' })
  const { formProps, problems, isBusy } = useForm((data) => save(t, data))
  const { hidesEcho = false } = user?.userOptions ?? {}
  const switches = [{ name: 'echo', isOn: !hidesEcho }] as const
  return (
    <form {...formProps}>
      {switches.map(({ name, isOn }) => (
        <div key={name} className="field">
          <label className="checkbox switch">
            <input
              // The stored choice is known once the page is hydrated.
              key={user?.userId}
              type="checkbox"
              // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has a state of its own
              role="switch"
              name={name}
              defaultChecked={isOn}
              aria-describedby={`${name}-hint`}
            />
            {t(`readingSetting.${name}`)}
          </label>
          <p id={`${name}-hint`} className="field-hint">
            {t(`readingSetting.${name}Hint`)}
          </p>
        </div>
      ))}
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy}>{t('settings.save')}</SubmitButton>
    </form>
  )
}

async function save(t: Translate, data: FormData): Promise<Problems | void> {
  const answer = await authorizedCall('user', 'PUT /user/reading', {
    hidesEcho: !data.has('echo'),
  })
  if (!answer.ok) return refused(t, answer)
  await finishSaved(t, 'reading')
}
