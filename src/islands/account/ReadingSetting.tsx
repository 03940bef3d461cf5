import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user, type User } from '../../stores/user.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { finishSaved, refused } from './settings-form.ts'

type Options = User['userOptions']

const switches = {
  echo: {
    isOn: ({ hidesEcho }: Options) => hidesEcho !== true,
    choice: (isOn: boolean) => ({ hidesEcho: !isOn }),
  },
  ownWordsFirst: {
    isOn: ({ hidesOthers }: Options) => hidesOthers === true,
    choice: (isOn: boolean) => ({ hidesOthers: isOn }),
  },
}
const names = Object.keys(switches) as (keyof typeof switches)[]

/** Settings of the day's page (`docs/product.md#reading-settings`). */
export default function ReadingSetting({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const options = useStore($user, { ssr: 'initial' })?.userOptions
  const fields = useRef<HTMLDivElement>(null)
  const shown = useRef({
    echo: switches.echo.isOn({}),
    ownWordsFirst: switches.ownWordsFirst.isOn({}),
  })
  const { formProps, problems, isBusy } = useForm((data) => save(t, data, options ?? {}))

  // A choice made before hydration stays.
  useEffect(() => {
    if (!options) return
    for (const input of fields.current?.querySelectorAll('input') ?? []) {
      const name = input.name as keyof typeof switches
      const isOn = switches[name].isOn(options)
      if (input.checked === shown.current[name]) input.checked = isOn
      shown.current[name] = isOn
    }
  }, [options])

  return (
    <form {...formProps}>
      <div ref={fields} className="form">
        {names.map((name) => (
          <div key={name} className="field">
            <label className="checkbox switch">
              <input
                type="checkbox"
                // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has a state of its own
                role="switch"
                name={name}
                defaultChecked={switches[name].isOn({})}
                aria-describedby={`${name}-hint`}
              />
              {t(`readingSetting.${name}`)}
            </label>
            <p id={`${name}-hint`} className="field-hint">
              {t(`readingSetting.${name}Hint`)}
            </p>
          </div>
        ))}
      </div>
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy}>{t('settings.save')}</SubmitButton>
    </form>
  )
}

/** Sends changes only, so that choices made on other devices stay. */
async function save(t: Translate, data: FormData, options: Options): Promise<Problems | void> {
  const choices = names
    .filter((name) => data.has(name) !== switches[name].isOn(options))
    .map((name) => switches[name].choice(data.has(name)))
  const result = await call('user', 'PUT /user/reading', Object.assign({}, ...choices))
  if (!result.ok) return refused(t, result)
  await finishSaved(t, 'reading')
}
