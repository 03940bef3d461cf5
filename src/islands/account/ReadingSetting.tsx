import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { showNotice } from '../../browser/every-page/show-notice.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { reloadUser } from '../../stores/session.ts'
import { $user } from '../../stores/user.ts'
import { FormProblem } from '../ui/Form.tsx'
import { actionFailureText } from '../ui/failure-text.ts'

/** The option of each switch, and its value when the switch is on. */
const switches = { ownWordsFirst: ['hidesOthers', true], echo: ['hidesEcho', false] } as const
type Name = keyof typeof switches
const names = Object.keys(switches) as Name[]

/** Settings of the day's page (`docs/product.md#reading-settings`); a switch acts at once. */
export default function ReadingSetting() {
  const options = useStore($user, { ssr: 'initial' })?.userOptions ?? {}
  /** Kept once saved: the reloaded account may be missing. */
  const [chosen, setChosen] = useState<Partial<Record<Name, boolean>>>({})
  const sent = useRef(new Set<Name>())
  const [problem, setProblem] = useState('')

  const turn = async (name: Name, isOn: boolean) => {
    if (sent.current.has(name)) return
    sent.current.add(name)
    setChosen((others) => ({ ...others, [name]: isOn }))
    setProblem('')
    const [option, whenOn] = switches[name]
    const result = await call('user', 'PUT /user/reading', { [option]: isOn === whenOn })
    // Before the person hears that it is saved and opens the day's page, which reads the stored account.
    if (result.ok) await reloadUser()
    sent.current.delete(name)
    if (result.ok) return showNotice(t('settings.saved'))
    setProblem(actionFailureText(result, 'readingSetting.failed'))
    setChosen(({ [name]: _, ...others }) => others)
  }

  return (
    <div className="form">
      {names.map((name) => {
        const [option, whenOn] = switches[name]
        const isOn = chosen[name] ?? (options[option] ?? false) === whenOn
        return (
          <div key={name} className="field">
            <label className="checkbox switch">
              <input
                type="checkbox"
                role="switch"
                data-hold=""
                checked={isOn}
                aria-checked={isOn}
                aria-describedby={`${name}-hint`}
                // Not `onChange`: React sees no change from the press that hydrates.
                onClick={() => void turn(name, !isOn)}
                readOnly
              />
              {t(`readingSetting.${name}`)}
            </label>
            <p id={`${name}-hint`} className="field-hint">
              {t(`readingSetting.${name}Hint`)}
            </p>
          </div>
        )
      })}
      <FormProblem text={problem} />
    </div>
  )
}
