import { languageNames, languages, type Language } from '../../domain/language.ts'
import { t } from '../../i18n/translate.ts'

interface Props {
  counts: Readonly<Record<string, number>>
  chosen: Language | ''
  onChoose: (language: Language | '') => void
}

/** Language filter (`docs/product.md#language-of-the-list`). */
export function LanguageChoice({ counts, chosen, onChoose }: Props) {
  const option = (code: Language | '', name: string, count: number | undefined) => (
    <label key={code}>
      <input
        type="radio"
        name="list"
        value={code}
        autoComplete="off"
        data-hold=""
        checked={chosen === code}
        // Not `onChange`: a press on the initially checked choice counts too.
        onClick={() => onChoose(code)}
        readOnly
      />
      <span lang={code || undefined} suppressHydrationWarning>
        {name}
      </span>
      {count !== undefined && <b data-count={code || 'all'}>{count}</b>}
    </label>
  )
  return (
    <>
      <button className="language-button" type="button" popoverTarget="list-language">
        <span className="visually-hidden" suppressHydrationWarning>
          {t('site.labelled', { label: t('listLanguage.label') })}
        </span>
        <span className="visually-hidden" data-for="all" suppressHydrationWarning>
          {t('listLanguage.all')}
        </span>
        {languages.map((code) => (
          <span key={code} data-for={code} lang={code} suppressHydrationWarning>
            {languageNames[code]}
          </span>
        ))}
      </button>
      <div id="list-language" className="language-panel" popover="auto">
        <fieldset>
          <legend suppressHydrationWarning>{t('listLanguage.label')}</legend>
          {option('', t('listLanguage.all'), counts['all'])}
          {languages.map((code) => option(code, languageNames[code], counts[code]))}
        </fieldset>
      </div>
    </>
  )
}
