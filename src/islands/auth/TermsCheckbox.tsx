import type { Translate } from '../../i18n/translate.ts'

interface Props {
  t: Translate
  href: string
  problem: string | undefined
}

export function TermsCheckbox({ t, href, problem }: Props) {
  return (
    <div className="field">
      <label className="checkbox">
        <input
          type="checkbox"
          name="terms"
          aria-invalid={problem ? true : undefined}
          aria-describedby="terms-problem"
        />
        {t('signup.terms')}
      </label>
      <p id="terms-problem" className="field-error" role="alert">
        {problem}
      </p>
      <p className="form-links">
        <a href={href} target="_blank" rel="noopener">
          {t('signup.readTerms')}
        </a>
        <a href="/privacy_policy" target="_blank">
          {t('signup.readPrivacy')}
        </a>
      </p>
    </div>
  )
}

export function areTermsTicked(): boolean {
  return document.querySelector<HTMLInputElement>('input[name="terms"]')?.checked ?? false
}
