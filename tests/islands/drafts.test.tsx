import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  count,
  field,
  isAsked,
  note,
  ownTexts,
  post,
  postOf,
  props,
  questionId,
  resetChat,
  send,
  sentTexts,
  showChat,
} from '../../harness/chat.tsx'
import { calls, person, signIn, t } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { DAY_MS } from '../../src/domain/durations.ts'
import Chat from '../../src/islands/chat/Chat.tsx'
import { adoptDraft, keepEarlyDraft } from '../../src/islands/chat/page/early-draft.ts'
import { composerDraft } from '../../src/stores/composer-draft.ts'
import { draftText, saveDraft } from '../../src/stores/draft.ts'
import { showUser } from '../../src/stores/user.ts'

beforeEach(() => {
  resetChat()
  signIn()
})

const own = `Draft:${questionId}:${person.userId}`
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? '{}').text
const restore = () =>
  act(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
/** Another page, which shares the storage, changes the draft. */
const writeElsewhere = (text: string) => {
  saveDraft(questionId, text)
  act(() => dispatchEvent(new StorageEvent('storage', { key: own })))
}

it('a guest’s draft joins an older one of the person who logs in', async () => {
  localStorage.setItem(`Draft:${questionId}`, '{"text":"written as a guest"}')
  localStorage.setItem(own, '{"text":"left by a session"}')
  await showChat()
  act(() => showUser())
  const both = 'written as a guest\nleft by a session'
  expect(draftText(questionId)).toBe(both)
  saveDraft(questionId, `${both}!`)
  expect([stored(own), stored(`Draft:${questionId}`)]).toEqual([`${both}!`, undefined])
})

it('another page changes the draft of a page in the browser’s memory, which then shows it without its note', async () => {
  calls.on('comment', 'POST /comment', refused('network'))
  const user = await showChat()
  await send(user, 'a')
  await screen.findByText(t('composer.error.network'))
  restore()
  expect([field().value, note()]).toEqual(['a', t('composer.error.network')])
  saveDraft(questionId, 'a longer draft')
  restore()
  expect([field().value, count(), note()]).toEqual(['a longer draft', '14/140', ''])
  saveDraft(questionId, '')
  restore()
  expect([field().value, count(), note()]).toEqual(['', '0/140', ''])
})

it.each([
  ['fails here, but was posted there', ''],
  ['is posted here, and was continued there', 'sent, and continued'],
])('another page goes first: a text that %s', async (name, there) => {
  const answer = Promise.withResolvers<void>()
  calls.on('comment', 'POST /comment', async ({ text }) => {
    await answer.promise
    return name.startsWith('fails') ? refused('network') : [postOf(text)]
  })
  const user = await showChat()
  await send(user, 'sent')
  expect([field().value, stored(own)]).toEqual(['', 'sent'])
  writeElsewhere(there)
  expect(field().value).toBe('')
  answer.resolve()
  await waitFor(() => expect(post().getAttribute('aria-busy')).toBeNull())
  expect(field().value).toBe(there)
  if (there) expect(ownTexts()).toEqual(['sent'])
  else expect(note()).toBe('')
})

const signOut = () => {
  localStorage.removeItem('UserInfo')
  act(() => showUser())
}

it('the writer’s draft is kept for them alone when the session ends', async () => {
  const user = await showChat()
  await user.type(field(), '期限切れの前に')
  signOut()
  expect(field().value).toBe('期限切れの前に')
  act(() => signIn({ userId: 'somebody-else' }))
  expect(field().value).toBe('')
  act(() => signIn())
  expect(field().value).toBe('期限切れの前に')
  await waitFor(() => expect(calls.inputs('GET /comment')).toHaveLength(3))
})

describe('the draft of a day before', () => {
  const earlier = `Draft:yesterday:${person.userId}`
  const keep = (age: number) =>
    localStorage.setItem(earlier, JSON.stringify({ text: '昨日の', savedAt: Date.now() - age }))

  it.each(['use', 'discard'] as const)('is offered to an empty field: %s', async (choice) => {
    keep(DAY_MS)
    const user = await showChat()
    expect(document.querySelector('blockquote')?.textContent).toBe('昨日の')
    await user.click(screen.getByRole('button', { name: t(`composer.earlier.${choice}`) }))
    expect(field().value).toBe(choice === 'use' ? '昨日の' : '')
    expect(localStorage.getItem(earlier)).toBeNull()
    expect(document.querySelector('blockquote')).toBeNull()
  })

  it('keeps every word of both where they are too long together', async () => {
    const both = ['今'.repeat(90), '昨'.repeat(100)]
    localStorage.setItem(earlier, JSON.stringify({ text: both[1], savedAt: Date.now() - DAY_MS }))
    const user = await showChat()
    fireEvent.input(field(), { target: { value: both[0] } })
    await user.click(screen.getByRole('button', { name: t('composer.earlier.use') }))
    expect([field().value, count()]).toEqual([both.join('\n'), '191/140'])
  })

  it.each([
    ['beside another', '今日の', DAY_MS],
    ['after a week', '', 8 * DAY_MS],
  ])('is not offered %s', async (_, text, age) => {
    keep(age)
    await showChat({ draft: { text } })
    expect(document.querySelector('blockquote')).toBeNull()
  })
})

describe('before the chat’s script', () => {
  type Root = HTMLElement & { press?: { submitter: HTMLElement } | undefined }
  let root: Root

  /** The page of the server, with what was typed and pressed before any script. */
  function open({ typed = '', isPressed = false, draft = '' }): void {
    if (draft) saveDraft(questionId, draft)
    composerDraft(questionId).read()
    const served = () => ({ comments: [], counts: { all: 0 }, hasEarlier: false })
    root = document.body.appendChild(document.createElement('div'))
    root.className = 'chat'
    root.dataset['props'] = JSON.stringify(props)
    root.innerHTML = renderToString(<Chat {...props} served={served} />)
    field().value = typed
    if (isPressed) press()
    keepEarlyDraft(() => {})
  }
  const press = () => {
    root.press = { submitter: post() }
    post().ariaBusy = 'true'
  }
  const hydrate = async () => {
    adoptDraft()
    render(<Chat {...props} />, { container: root, hydrate: true })
    await isAsked()
  }
  afterEach(() => root.remove())

  it('what is typed comes to the draft, is stored at once and stays', async () => {
    open({ typed: 'typed early', draft: 'from before' })
    const both = 'from before\ntyped early'
    expect([field().value, stored(own)]).toEqual([both, both])
    fireEvent.input(field(), { target: { value: `${both}!` } })
    expect(stored(own)).toBe(`${both}!`)
    await hydrate()
    expect([field().value, count()]).toEqual([`${both}!`, '24/140'])
  })

  it('a press posts no text that the person has not seen', async () => {
    open({ typed: 'typed early', isPressed: true, draft: 'from before' })
    expect([root.press, post().ariaBusy]).toEqual([undefined, null])
    press()
    saveDraft(questionId, 'a longer draft')
    await hydrate()
    expect([root.press, post().ariaBusy, field().value]).toEqual([
      undefined,
      null,
      'a longer draft',
    ])
    expect(sentTexts()).toEqual([])
    fireEvent.click(post())
    await waitFor(() => expect(sentTexts()).toEqual(['a longer draft']))
  })
})
