import type { DeskTopic } from '../../../contract/question-desk-schemas.ts'
import { languages, type Language } from '../../../domain/language.ts'
import { cleanQuestionText, isUprightQuestion } from '../../../domain/question-pool.ts'
import { textIn } from '../../../stores/language.ts'
import { useDesk } from './desk-context.ts'
import { useCard } from './use-card.ts'

interface Props {
  texts: Record<Language, string>
  topic: DeskTopic | undefined
}

/** The question as a page and a card will show it, in every language. No mail carries a question. */
export default function Preview({ texts, topic }: Props) {
  const { t } = useDesk()
  return (
    <section className="question-preview" aria-label={t('questions.preview')}>
      <h2>{t('questions.preview')}</h2>
      {languages.map((language) => (
        <LanguagePreview key={language} {...{ language, topic }} text={texts[language]} />
      ))}
    </section>
  )
}

interface LanguageProps {
  language: Language
  text: string
  topic: DeskTopic | undefined
}

function LanguagePreview({ language, text: typed, topic }: LanguageProps) {
  const { t, languageNames } = useDesk()
  const text = cleanQuestionText(typed)
  const card = useCard(text, language, topic?.topicId)
  const upright = isUprightQuestion(text, language) || undefined
  return (
    <div className="preview-language">
      <p className="field-hint">{languageNames[language]}</p>
      <figure lang={language} data-upright={upright}>
        <figcaption>{t('questions.previewPage')}</figcaption>
        <div className="preview-page">
          <small>
            {topic && `${textIn(topic.category, language)} · ${textIn(topic.name, language)}`}
          </small>
          <p>{text || '…'}</p>
        </div>
      </figure>
      <figure lang={language}>
        <figcaption>{t('questions.previewCard')}</figcaption>
        <div className="preview-card" data-old={card.isOld || undefined}>
          {card.url && <img src={card.url} alt={card.text} width="1200" height="630" />}
          {card.isFailed && <p className="field-hint">{t('questions.cardFailed')}</p>}
        </div>
      </figure>
    </div>
  )
}
