import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { $user } from '../../stores/user.ts'
import { loadMessages } from '../../stores/messages.ts'
import { stored } from '../../api/storage.ts'
import { storedTokens } from '../../api/tokens.ts'
import type { OwnComment } from '../../contract/schemas.ts'
import { questionPath, questionText } from '../../domain/question.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'
import { element } from './element.ts'
import { addStyles } from './styles.ts'

/**
 * Shows what the person answered before (`docs/product.md#echo`), as a quiet line below the question that opens a card.
 * The line lies beside the word for the other language, so nothing moves. Asks once for a question that has none.
 */
export async function showEcho(questionId: string): Promise<void> {
  if (stored('EchoDone') === questionId) return
  const person = $user.get()?.userId
  const result = await call('comment', 'GET /comment/echo', { questionId })
  if (!result.ok || $user.get()?.userId !== person) return
  const [first] = result.results
  if (!first) return finish(questionId)
  const t = await loadMessages()
  if ($user.get()?.userId !== person) return
  addStyles()
  const card = cardOf(t, result.results, questionId)
  document.querySelector('.question-foot')?.appendChild(card)
}

/** The question has no echo, or the person has dismissed it. */
const finish = (questionId: string): void => storedTokens()?.storage.setItem('EchoDone', questionId)

function cardOf(t: Translate, answers: OwnComment[], questionId: string): HTMLElement {
  const [first] = answers as [OwnComment]
  const date = formatDate(t, 'dd_mm_yyyy', first.lastUpdated * 1000)
  const when = t('echo.when', { date })
  const question = questionText(first.question, pageLanguage())
  const isSame = question === document.getElementById('question')?.textContent
  const dismiss = element('button', { type: 'button', textContent: t('echo.dismiss') })
  const texts = answers.map(({ text, lang = '' }) =>
    element('p', { className: 'echo-text', textContent: text, lang, dir: 'auto' }),
  )
  const details = element('details', { className: 'echo' }, [
    element('summary', {}, [
      element('span', { className: 'visually-hidden', textContent: `${t('echo.label')} ` }),
      element('span', { textContent: when }),
      element('span', { className: 'echo-start', textContent: first.text, lang: first.lang ?? '' }),
    ]),
    element('div', { className: 'echo-card' }, [
      element('p', { className: 'echo-when', textContent: when }),
      ...(isSame ? [] : [element('p', { className: 'echo-question', textContent: question })]),
      ...texts,
      element('p', { className: 'echo-ways' }, [
        element('a', {
          href: questionPath(first.question.questionId),
          textContent: t('echo.others'),
        }),
        element('a', { href: '/reading', textContent: t('echo.settings') }),
        dismiss,
      ]),
    ]),
  ])
  dismiss.addEventListener('click', () => {
    finish(questionId)
    details.remove()
    document.querySelector<HTMLElement>('.scroller')?.focus({ preventScroll: true })
  })
  closeOnLeaving(details)
  details.addEventListener('toggle', () => {
    const { bottom } = details.querySelector('.echo-card')!.getBoundingClientRect()
    details.toggleAttribute('data-up', details.open && bottom > innerHeight)
  })
  return details
}

/** Escape, a press outside it and a focus elsewhere close it. */
function closeOnLeaving(details: HTMLDetailsElement): void {
  const isInside = (target: EventTarget | null) => details.contains(target as Node | null)
  details.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !details.open) return
    details.open = false
    details.querySelector('summary')!.focus()
  })
  details.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !isInside(relatedTarget)) details.open = false
  })
  let outside: AbortController | undefined
  details.addEventListener('toggle', () => {
    outside?.abort()
    if (!details.open) return
    outside = new AbortController()
    addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!details.isConnected) outside?.abort()
        if (!isInside(target)) details.open = false
      },
      outside,
    )
  })
}
