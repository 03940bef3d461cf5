import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { byOthers, postOf, resetChat, showChat, text } from '../../harness/chat.tsx'
import { calls, t } from '../../harness/island.tsx'
import { standInTranslator } from '../../harness/stand-in-translator.ts'
import { refused } from '../../harness/stub-calls.ts'
import type { Translation } from '../../src/contract/schemas.ts'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import {
  $isTranslationOn,
  $readings,
  $translationNotice,
} from '../../src/islands/chat/translation/readings.ts'
import { $announcement } from '../../src/stores/chat.ts'
import { $comments, $counts, type ShownComment } from '../../src/stores/comments.ts'

const POST = 'POST /question/translation'
const { dataset } = document.documentElement

const english = (words: string): ShownComment => ({ ...byOthers(words), lang: 'en' })
const made = (commentId: string): Translation => ({
  commentId,
  language: 'ja',
  text: `訳 ${commentId}`,
  translator: 'libretranslate',
})
const item = ({ commentId }: ShownComment) =>
  document.querySelector<HTMLElement>(`[data-comment-id="${commentId}"]`)!
const button = (post: ShownComment) => item(post).querySelector<HTMLElement>('.read')!
const original = (post: ShownComment) => item(post).querySelector<HTMLElement>('.text')!
const translation = (post: ShownComment) => item(post).querySelector('.translation')
const isRead = (post: ShownComment, words: string) =>
  waitFor(() => expect(translation(post)?.textContent).toBe(words))
const notice = () => text('.translation-notice')
const switchOf = () => screen.getByRole('switch', { name: t('listLanguage.readAll') })
const asked = () => calls.inputs(POST).map((input) => input['commentId'])

class InSight {
  constructor(readonly notify: (entries: { isIntersecting: true; target: Element }[]) => void) {}
  observe = (target: Element) => this.notify([{ isIntersecting: true, target }])
  disconnect() {}
}

beforeEach(() => {
  resetChat()
  vi.stubGlobal('IntersectionObserver', InSight)
  vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true)
  Object.assign(navigator, { userActivation: { isActive: true } })
  delete dataset['read']
  $isTranslationOn.set(false)
  $translationNotice.set('')
  $readings.set({})
  calls
    .on('question', 'GET /question/translation', [])
    .on('question', POST, ({ commentId }) => [made(commentId)])
})
afterEach(() => {
  delete (globalThis as { Translator?: unknown }).Translator
  vi.useRealTimers()
})

it('on the device reads a post, and all by the switch, and sends nothing', async () => {
  standInTranslator({ state: 'available' })
  const [post, other] = [english('a walk'), english('tea')]
  const user = await showChat({ comments: [post, other, postOf('散歩', { lang: 'ja' })] })
  await waitFor(() => expect(localStorage.getItem('Read')).toBe('off'))
  expect(document.querySelectorAll('.who > .read')).toHaveLength(2)
  await user.click(button(post))
  await isRead(post, '[ja] a walk')
  within(item(post)).getByText(t('post.byDevice'))
  await user.click(switchOf())
  await isRead(other, '[ja] tea')
  await user.click(switchOf())
  expect(document.querySelector('.translation')).toBeNull()
  await waitFor(() => expect(localStorage.getItem('Read')).toBe('off'))
  expect(calls.sent).toEqual([])
})

it('on the device reads all by the switch where storage is full', async () => {
  standInTranslator({ state: 'available' })
  const post = english('tea')
  const user = await showChat({ comments: [post] })
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', Object.create(localStorage, { setItem: { value: setItem } }))
  await user.click(switchOf())
  await isRead(post, '[ja] tea')
  expect(switchOf().getAttribute('aria-checked')).toBe('true')
})

it('on the device shows the progress of a download, stops it, and begins again with a press', async () => {
  standInTranslator({ state: 'downloadable' })
  const post = { ...english('ein Tee'), lang: 'de' as never }
  const user = await showChat({ comments: [post] })
  const downloads = () => within(item(post)).findByText(t('post.downloading', { percent: '40' }))
  await user.click(button(post))
  await downloads()
  await user.click(button(post))
  await waitFor(() => expect(button(post).title).toBe(t('post.read')))
  expect(original(post).hidden).toBe(false)
  // Who stops it need not be told.
  await user.click(switchOf())
  await downloads()
  await user.click(button(post))
  await waitFor(() => expect(switchOf().getAttribute('aria-checked')).toBe('false'))
  expect(screen.queryByText(t('post.switchedOff'))).toBeNull()
  await user.click(button(post))
  await downloads()
  dispatchEvent(new Event('stand-in:download'))
  await isRead(post, '[ja] ein Tee')
})

it('on the device switches itself off where the browser needs a press, or fails', async () => {
  standInTranslator({ state: 'downloadable' })
  const user = await showChat({ comments: [{ ...english('thé'), lang: 'fr' as never }] })
  const isOff = () => waitFor(() => expect(switchOf().getAttribute('aria-checked')).toBe('false'))
  Object.assign(navigator, { userActivation: { isActive: false } })
  await user.click(switchOf())
  await isOff()
  await screen.findByText(t('post.switchedOff'))
  Object.assign(navigator, { userActivation: { isActive: true } })
  const create = () => Promise.reject(new DOMException('no data', 'NetworkError'))
  Object.assign((globalThis as { Translator?: object }).Translator!, { create })
  await user.click(screen.getByRole('button', { name: t('post.switchOn') }))
  await screen.findByText(t('post.switchedOff'))
  await isOff()
  await user.click(document.body)
  expect(screen.queryByText(t('post.switchedOff'))).toBeNull()
  expect(document.querySelector('.read-note')).toBeNull()
})

const show = (...comments: ShownComment[]) => showChat({ comments, hasTranslator: true })

it('by the operator’s translator says that it failed after 15 seconds without a result', async () => {
  calls.on('question', POST, () => Promise.withResolvers<never>().promise)
  const post = english('a walk')
  await show(post)
  vi.useFakeTimers()
  button(post).click()
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(14_000)
  expect(button(post).textContent).toBe(t('post.stop'))
  await vi.advanceTimersByTimeAsync(1_000)
  within(item(post)).getByText(t('post.notTranslated'))
  expect(original(post).hidden).toBe(false)
})

it('by the operator’s translator is not offered for emoji, figures and names', async () => {
  const posts = ['🎉🎉', '42', 'Mount Fuji', 'Coffee.', 'a walk', '散歩'].map(english)
  await show(...posts)
  expect(posts.filter((post) => button(post)).map((post) => post.text)).toEqual([
    'Coffee.',
    'a walk',
    '散歩',
  ])
})

it('by the operator’s translator asks for no post that is stored, and for none twice', async () => {
  const [stored, other] = [english('a walk'), english('tea')]
  calls.on('question', 'GET /question/translation', [made(stored.commentId)])
  const user = await show(stored, other)
  await user.click(switchOf())
  await isRead(other, made(other.commentId).text)
  await isRead(stored, made(stored.commentId).text)
  await user.click(button(other))
  act(() => $comments.set([...$comments.get(), english('live')]))
  await isRead($comments.get().at(-1)!, made($comments.get().at(-1)!.commentId).text)
  expect([translation(other), asked()]).toEqual([
    null,
    [other.commentId, $comments.get().at(-1)!.commentId],
  ])
  await user.click(switchOf())
  expect(document.querySelector('.translation')).toBeNull()
  // Stored choices would show buttons on a site without a translator.
  await waitFor(() => expect(localStorage.getItem('Read')).toBeNull())
})

it('by the operator’s translator leaves a post alone that was stopped or failed, and goes on after a minute', async () => {
  const posts = [english('one'), english('two'), english('three')]
  const [stopped, failed, last] = posts as [ShownComment, ShownComment, ShownComment]
  const held = Promise.withResolvers<void>()
  calls.on('question', POST, async ({ commentId }) => {
    if (commentId === stopped.commentId) await held.promise
    return commentId === failed.commentId ? refused('translatorNotAvailable') : [made(commentId)]
  })
  const user = await show(...posts)
  await user.click(switchOf())
  await waitFor(() => expect(button(stopped).textContent).toBe(t('post.stop')))
  vi.useFakeTimers()
  button(stopped).click()
  held.resolve()
  await vi.waitFor(() => expect(notice()).toBe(t('post.notTranslated')))
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await vi.waitFor(() => expect(translation(last)?.textContent).toBe(made(last.commentId).text))
  expect(asked()).toEqual(posts.map(({ commentId }) => commentId))
  expect([translation(stopped), translation(failed), notice()]).toEqual([null, null, ''])
  expect(localStorage.getItem('Read')).toBe('on')
})

it('by the operator’s translator says once that its limit is reached', async () => {
  calls.on('question', POST, refused('tooManyAttempts'))
  const posts = [english('one'), english('two')]
  const user = await show(...posts)
  await user.click(switchOf())
  await waitFor(() => expect(notice()).toBe(t('post.translationLimit')))
  expect([asked(), original(posts[0]!).hidden]).toEqual([[posts[0]!.commentId], false])
})

it('by the operator’s translator says nothing of a post that is deleted while it is translated', async () => {
  const [gone, other] = [english('one'), english('two')]
  const held = Promise.withResolvers<void>()
  calls.on('question', POST, async ({ commentId }) => {
    await held.promise
    return [made(commentId)]
  })
  const user = await show(gone, other)
  const said: string[] = []
  const stop = $announcement.listen((words) => said.push(words))
  await user.click(button(gone))
  await waitFor(() => expect(asked()).toEqual([gone.commentId]))
  act(() => $comments.set([other]))
  held.resolve()
  await user.click(button(other))
  await isRead(other, made(other.commentId).text)
  expect(said).toEqual([made(other.commentId).text])
  stop()
})

it('filters by language from 30 posts on', async () => {
  await showChat({ comments: [english('a walk')] })
  const filter = () => document.querySelector('.language-button')
  act(() => $counts.set({ all: 29, en: 29 }))
  expect(filter()).toBeNull()
  act(() => $counts.set({ all: 30, en: 30 }))
  expect(filter()).not.toBeNull()
})

// Last: whether the browser translates is asked once, so this takes a second copy of the modules.
it('offers nothing where neither side translates', async () => {
  standInTranslator({ state: 'unavailable' })
  document.body.innerHTML = '<div class="comment-list"><p class="text" lang="en">a walk</p></div>'
  vi.resetModules()
  const { discoverTranslator } =
    await import('../../src/islands/chat/translation/translation-switch.ts')
  await discoverTranslator()
  expect([dataset['read'], localStorage.getItem('Read')]).toEqual([undefined, null])
})
