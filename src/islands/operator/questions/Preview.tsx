import type { DeskTopic } from '../../../contract/operator-schemas.ts'
import { languages } from '../../../domain/language.ts'
import { cleanQuestionText, isUprightQuestion } from '../../../domain/question-pool.ts'
import { useDesk } from './desk-context.ts'
import type { Texts } from './words.ts'

interface Props {
  texts: Texts
  topic: DeskTopic | undefined
}

/** The question as a page and a card will show it, in every language. No mail carries a question. */
export function Preview({ texts, topic }: Props) {
  const { t, languageNames } = useDesk()
  return (
    <section className="question-preview" aria-label={t('questions.preview')}>
      <h2>{t('questions.preview')}</h2>
      {languages.map((language) => {
        const text = cleanQuestionText(texts[language])
        const about = topic && `${topic.category[language]} · ${topic.name[language]}`
        const upright = isUprightQuestion(text, language) || undefined
        return (
          <div key={language} className="preview-language">
            <p className="field-hint">{languageNames[language]}</p>
            <figure lang={language} data-upright={upright}>
              <figcaption>{t('questions.previewPage')}</figcaption>
              <div className="preview-page">
                <small>{about}</small>
                <p>{text || '…'}</p>
              </div>
            </figure>
            <figure lang={language} data-upright={upright}>
              <figcaption>{t('questions.previewCard')}</figcaption>
              <div className="preview-card">
                <p>{text || '…'}</p>
                <small>{about}</small>
              </div>
            </figure>
          </div>
        )
      })}
    </section>
  )
}
