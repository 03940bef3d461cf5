import { useState } from 'react'
import { writtenLanguage } from '../../domain/written-language.ts'
import { t } from '../../i18n/translate.ts'
import { pageLanguage } from '../../stores/language.ts'

type State = { translation?: string; note?: string; stop?: () => void }

interface Props {
  text: string
  /** By default by its script. */
  language?: string
  /** Of a post that the site translates where the browser does not. */
  commentId?: string | false | undefined
}

/** A button that translates a text into the page's language, and the result below it. */
export function Translation({ text, language, commentId }: Props) {
  const page = pageLanguage()
  const from = language || writtenLanguage(text, page)
  const [{ translation, note, stop }, setState] = useState<State>({})
  if (!text || from === page || !(commentId || 'Translator' in globalThis)) return null

  const translate = async () => {
    const stopping = new AbortController()
    const wait = (note: string) => setState({ note, stop: () => stopping.abort() })
    const onProgress = (share: number) =>
      wait(t('post.downloading', { percent: Math.round(share * 100) }))
    wait(t('post.translating'))
    const { noteOf, translatePost } = await import('../chat/translation/translate-post.ts')
    const post = { commentId: commentId || '', text, language: from }
    const made = await translatePost(post, { hasOperator: !!commentId, stopping, onProgress })
    if ('text' in made) return setState({ note: noteOf(made), translation: made.text })
    setState({ note: made.problem === 'needsPress' ? t('post.notTranslated') : noteOf(made) })
  }
  const press = () => {
    if (stop) stop()
    else if (translation) setState({})
    else translate().catch(() => setState({ note: t('post.notTranslated') }))
  }
  return (
    <div>
      <button type="button" className="link-button" aria-expanded={!!translation} onClick={press}>
        {t(stop ? 'post.stop' : 'desk.translate')}
      </button>
      <div role="status">
        {translation && (
          <p className="desk-words" lang={page}>
            {translation}
          </p>
        )}
        {note && <p className="field-hint">{note}</p>}
      </div>
    </div>
  )
}
