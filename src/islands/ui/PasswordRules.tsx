import {
  isValidPassword,
  otherCharacter,
  PASSWORD_MAX,
  passwordRules,
  type PasswordRule,
} from '../../domain/password.ts'
import { t } from '../../i18n/translate.ts'

const rules = Object.entries(passwordRules) as [PasswordRule, (password: string) => boolean][]

/** Sentence for a new password that is empty or breaks a rule. */
export const newPasswordProblem = (password: string) =>
  isValidPassword(password) ? undefined : t(password ? 'error.password' : 'error.passwordEmpty')

export function PasswordRules({ id, password }: { id: string; password: string }) {
  const { length } = [...password]
  const uncounted = passwordRules.special(password) ? undefined : otherCharacter(password)
  return (
    // Unnamed, so that the field is described by the rules themselves.
    <div id={id}>
      <p className="visually-hidden">{t('password.rules')}</p>
      <ul className="password-rules">
        {rules.map(([rule, holds]) => (
          <li key={rule} data-met={password && holds(password)}>
            {t(`password.rule.${rule}`)}
            {holds(password) && <span className="visually-hidden">{t('password.met')}</span>}
          </li>
        ))}
      </ul>
      <output className="field-hint">
        {length > PASSWORD_MAX
          ? t('password.tooLong', { length, max: PASSWORD_MAX })
          : uncounted && t('password.uncounted', { character: uncounted })}
      </output>
    </div>
  )
}
