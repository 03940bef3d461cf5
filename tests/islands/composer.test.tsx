import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  byOthers,
  count,
  field,
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
  text as textOf,
} from '../../harness/chat.tsx'
import { calls, navigations, person, signIn, t } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { shown } from '../../harness/examples.ts'
import type { Comment } from '../../src/contract/schemas.ts'
import { errors } from '../../src/domain/errors.ts'
import type { MessageKey } from '../../src/i18n/translate.ts'
import { endTime } from '../../src/i18n/end-time.ts'
import Chat from '../../src/islands/chat/Chat.tsx'
import { hydrateChat } from '../../src/islands/chat/hydrate.tsx'
import type { LiveEvent } from '../../src/contract/live-schemas.ts'
import { $chat, $isDayEnded } from '../../src/stores/chat.ts'
import { $counts } from '../../src/stores/comments.ts'
import { $dialog } from '../../src/stores/dialog.ts'

beforeEach(() => {
  resetChat()
  signIn()
})

const keys = () =>
  calls.sent
    .filter(({ endpoint }) => endpoint === 'POST /comment')
    .map(({ headers }) => headers.get('Idempotency-Key'))

it('a text is counted as the server counts it, with a warning from 120 on', async () => {
  await showChat()
  for (const [value, length] of [
    ['🙂', 1],
    ['👩‍👧', 3],
    ['か\u3099', 1],
    ['a\nb', 3],
    [' あ\n', 1],
    ['字'.repeat(119), 119],
    ['字'.repeat(120), 120],
  ] as const) {
    fireEvent.input(field(), { target: { value } })
    expect([value, count()]).toEqual([value, `${length}/140`])
    expect(document.querySelector('.count')!.matches('[data-near]')).toBe(length === 120)
  }
})

it('a text cannot be typed or pasted past its limit, which is said', async () => {
  const user = await showChat()
  const full = 'あ'.repeat(140)
  fireEvent.input(field(), { target: { value: full } })
  await user.type(field(), 'x')
  expect([field().value, note()]).toEqual([full, t('composer.cut')])
  await user.clear(field())
  await user.paste('👩‍👩‍👧 と '.repeat(2_000))
  expect(field().value).toBe('👩‍👩‍👧 と '.repeat(17))
  expect(note()).toBe(t('composer.cut'))
})

it('a text stays as it is while an input method composes, and is not posted by its Enter', async () => {
  const user = await showChat()
  await user.click(field())
  fireEvent.compositionStart(field())
  fireEvent.input(field(), { target: { value: 'あ'.repeat(142) } })
  expect(field().value).toHaveLength(142)
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true, isComposing: true })
  expect(document.activeElement).toBe(field())
  fireEvent.compositionEnd(field())
  // Safari sends the Enter after the end of the composition.
  for (const modifier of [{}, { metaKey: true }, { ctrlKey: true }])
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229, ...modifier })
  expect([field().value.length, note()]).toEqual([140, t('composer.cut')])
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sentTexts()).toEqual(['あ'.repeat(140)]))
})

it('a text is not sent empty', async () => {
  const user = await showChat()
  await send(user, ' \n　')
  const problem = 'composer.error.empty'
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('Not posted:', problem)
  expect([note(), document.activeElement]).toEqual([t(problem), field()])
  expect(sentTexts()).toEqual([])
})

it.each([
  ['is posted', undefined, '次の', 'composer.posted'],
  ['comes back', refused('network'), '一度だけ\n次の', 'composer.error.network'],
] as const)(
  'a text is not sent twice, and %s beside what is typed since',
  async (_, refusal, left, message) => {
    const answer = Promise.withResolvers<void>()
    calls.on('comment', 'POST /comment', async ({ text }) => {
      await answer.promise
      return refusal ?? [postOf(text)]
    })
    const user = await showChat()
    await user.type(field(), '一度だけ')
    await user.dblClick(post())
    await send(user, '次の')
    expect([field().value, ownTexts()]).toEqual(['次の', ['一度だけ']])
    expect(document.querySelector('[data-pending]')).not.toBeNull()
    answer.resolve()
    await screen.findByText(t(message))
    expect(document.querySelector('[data-pending]')).toBeNull()
    expect([field().value, ownTexts()]).toEqual([left, refusal ? [] : ['一度だけ']])
    expect(sentTexts()).toEqual(Array.from({ length: refusal ? 2 : 1 }, () => '一度だけ'))
  },
)

it('a text whose response is lost is sent again with its key, unseen', async () => {
  const user = await showChat()
  const lost = [refused('network')]
  calls.on('comment', 'POST /comment', ({ text }) => lost.pop() ?? [postOf(text)])
  await send(user, '電車で')
  await screen.findByText(t('composer.posted'))
  expect([field().value, ownTexts()]).toEqual(['', ['電車で']])
  expect([new Set(keys()).size, keys().length]).toEqual([1, 2])
})

it('a text whose answer alone is lost is posted, as its live event shows', async () => {
  const comment = postOf('届いた')
  calls.on('comment', 'POST /comment', () => {
    $chat.get()!.apply([{ type: 'comment.created', seq: 1, comment }])
    return refused('network')
  })
  const user = await showChat()
  await send(user, '届いた')
  await screen.findByText(t('composer.posted'))
  expect([field().value, ownTexts()]).toEqual(['', ['届いた']])
  expect(textOf('.dots')).toContain('●○○')
})

it.each([
  ['a failure', 0, '', ''],
  ['a failure, with what is typed below', 0, '\n続き', '続き'],
  ['a failure, with a space at its end', 0, ' ', ''],
  ['a failure, and not what it has become since', 0, 'か', '届いたか'],
  ['a failure, and not for one from before', 60, '', '届いた', 'composer.error.network'],
  ['a failure, and not from an input method', 0, '', '届いた', 'composer.error.network', 'compose'],
  ['a failure, and not while it is sent again', 0, '', '', '', 'send'],
] as const)(
  'what is posted after all leaves the field: after %s',
  async (_, age, more, left, message: MessageKey | '' = 'composer.posted', during?: string) => {
    calls.on('comment', 'POST /comment', refused('network'))
    const user = await showChat()
    await send(user, '届いた')
    await screen.findByText(t('composer.error.network'))
    if (more) await user.type(field(), more)
    const lastUpdated = Math.floor(Date.now() / 1000) - age
    const stored = { ...shown.ownComment, ...postOf('届いた', { lastUpdated }) }
    calls.on('comment', 'GET /comment', [stored])
    if (during === 'compose') fireEvent.compositionStart(field())
    calls.on('comment', 'POST /comment', () => new Promise<never>(() => {}))
    if (during === 'send') await user.click(post())
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(textOf('.dots')).toContain('●○○'))
    expect([field().value, note() ?? t('composer.posted')]).toEqual([left, message && t(message)])
  },
)

it('a text can be posted again after the first, whose answer was lost, is deleted', async () => {
  const answers = [refused('dataNotFound'), refused('network'), refused('network')]
  calls.on('comment', 'POST /comment', ({ text }) => answers.pop() ?? [postOf(text)])
  const user = await showChat()
  await user.type(field(), 'もう一度')
  for (const message of ['composer.error.network', 'composer.error.server', 'composer.posted']) {
    await user.click(post())
    await screen.findByText(t(message as MessageKey))
  }
  expect(new Set(keys()).size).toBe(2)
})

const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}
it.each(['works', 'is full'])(
  'a text is repeated with its key after a lost response, where storage %s',
  async (storage) => {
    const user = await showChat()
    if (storage === 'is full')
      vi.stubGlobal('localStorage', Object.create(localStorage, { setItem: { value: full } }))
    calls.on('comment', 'POST /comment', refused('network'))
    await user.type(field(), '満杯')
    expect(note()).toBe(storage === 'is full' ? t('composer.notKept') : '')
    await user.click(post())
    await screen.findByText(t('composer.error.network'))
    expect([field().value, ownTexts()]).toEqual(['満杯', []])
    calls.on('comment', 'POST /comment', ({ text }) => [postOf(text)])
    await user.click(post())
    await screen.findByText(t('composer.posted'))
    expect(field().value).toBe('')
    // The same text again is another post.
    await send(user, '満杯')
    await waitFor(() => expect(keys()).toHaveLength(4))
    const [first, , third, last] = keys()
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect([third === first, last === first]).toEqual([true, false])
  },
)

describe('a refused text', () => {
  // The end of a window is told to the minute.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  const { httpCode: status, errorCode: statusCode } = errors.databaseConnectionFailed
  const headers = { 'Retry-After': '3600', Maintenance: 'on' }
  const window = Response.json(
    { ...errors.databaseConnectionFailed, statusCode },
    { status, headers },
  )
  const maintenance = () => t('composer.error.maintenance', endTime(Date.now() / 1000 + 3_600))
  it.each([
    ['a suspended person', refused('userBanned'), () => t('composer.error.banned')],
    [
      'an ended day',
      refused('dataNotAvailable', { field: 'questionId' }),
      () => t('composer.error.closed'),
    ],
    ['a fault', refused('somethingWentWrong'), () => t('composer.error.server')],
    ['a window', () => window, maintenance],
  ] as const)('stays, with the reason: %s', async (_, refusal, reason) => {
    calls.on('comment', 'POST /comment', refusal)
    const user = await showChat()
    await send(user, 'そのまま')
    await waitFor(() => expect(note()).toBe(reason()))
    expect([field().value, ownTexts()]).toEqual(['そのまま', []])
    const isEnded = reason() === t('composer.error.closed')
    expect([$isDayEnded.get(), document.activeElement === field()]).toEqual([isEnded, isEnded])
  })

  it('is kept where the session has ended, and the reason told on the page that loads', async () => {
    calls.on('comment', 'POST /comment', refused('invalidAccessToken'))
    const user = await showChat()
    await send(user, '書きかけ')
    await waitFor(() => expect(sessionStorage.getItem('Notice')).toBe('ended'))
    expect(navigations).toEqual(['/'])
    expect(localStorage.getItem(`Draft:${questionId}:${person.userId}`)).toContain('書きかけ')
  })

  it('is posted only by a second press if it repeats another', async () => {
    calls.on('comment', 'POST /comment', ({ text, anyway }) =>
      anyway ? [postOf(text)] : refused('dataNotAvailable', { field: 'repeat' }),
    )
    const user = await showChat()
    await send(user, '朝の光')
    await screen.findByText(t('posting.repeat'))
    await send(user, '。')
    await waitFor(() => expect(sentTexts()).toHaveLength(2))
    expect(calls.inputs('POST /comment')[1]).not.toHaveProperty('anyway')
    await screen.findByText(t('posting.repeat'))
    await user.click(post())
    await screen.findByText(t('composer.posted'))
    expect(calls.inputs('POST /comment')[2]).toMatchObject({ text: '朝の光。', anyway: true })
  })

  it('waits for the consent to new terms, which a press gives', async () => {
    const version = '2026-11-01'
    let isAgreed = false
    calls
      .on('comment', 'POST /comment', ({ text }) =>
        isAgreed ? [postOf(text)] : refused('dataNotAvailable', { field: 'terms' }),
      )
      .on('user', 'GET /user/me', () => [{ ...person, ...(!isAgreed && { termsDue: version }) }])
      .on('user', 'PUT /user/terms', () => {
        isAgreed = true
        return []
      })
    const user = await showChat()
    await send(user, '味噌汁')
    await user.click(await screen.findByRole('button', { name: t('dialog.terms.agree') }))
    await waitFor(() => expect($dialog.get()).toBeUndefined())
    expect(calls.inputs('PUT /user/terms')).toEqual([{ version }])
    expect([field().value, note()]).toEqual(['味噌汁', t('posting.terms')])
    await user.click(post())
    await screen.findByText(t('composer.posted'))
  })
})

const hidden = { state: 'held', filter: 'words' } as const
it('a held post is shown to its writer with the reason, also where it is the third, or the filter unknown', async () => {
  calls.on('comment', 'POST /comment', ({ text }) => [{ ...postOf(text), hidden }])
  const reason = t('posting.held', { reason: t('posting.held.words') })
  const user = await showChat({ comments: [postOf('一つ目')] })
  await send(user, '待つ')
  await waitFor(() => expect(note()).toBe(reason))
  expect([field().value, ownTexts()]).toEqual(['', ['一つ目', '待つ']])
  const later = { ...hidden, filter: 'of a later version' }
  calls.on('comment', 'POST /comment', ({ text }) => [{ ...postOf(text), hidden: later }])
  await send(user, 'これも待つ')
  await waitFor(() => expect(textOf('.limit-notice')).toContain(t('posting.held.other')))
})

it('a held post has its place between the posts before and after it', async () => {
  const [first, held, last] = ['一つ目', '待つ', '三つ目'].map((text, lastUpdated) =>
    postOf(text, { lastUpdated }),
  ) as [Comment, Comment, Comment]
  calls.on('comment', 'GET /comment', [{ ...shown.ownComment, ...held, hidden }])
  await showChat({ comments: [first, last] })
  await waitFor(() => expect(ownTexts()).toEqual(['一つ目', '待つ', '三つ目']))
})

async function removeSecond(user: UserEvent) {
  await user.click(screen.getAllByLabelText(new RegExp(t('commentList.menu')))[1]!)
  await user.click(await screen.findByRole('button', { name: t('commentList.delete') }))
  await user.click(await screen.findByRole('button', { name: t('dialog.yes') }))
}

it('three posts are the limit, whose notice takes the focus, until one is deleted', async () => {
  calls
    .on('comment', 'GET /comment', [{ ...shown.ownComment, ...postOf('別の端末から') }])
    .on('comment', 'DELETE /comment', refused('network'))
  const user = await showChat({ comments: [postOf('二つ目')] })
  await waitFor(() => expect(textOf('.dots')).toContain('●●○'))
  await send(user, '三つ目')
  await waitFor(() => expect(document.activeElement?.className).toBe('limit-notice'))
  const { dataset } = document.documentElement
  expect(dataset).toHaveProperty('limitReached')
  expect(textOf('.limit-notice')).toContain(t('composer.limitReached'))

  await removeSecond(user)
  await screen.findByText(t('commentList.deleteFailed'))
  expect(document.querySelector('[data-pending]')).toBeNull()
  const answer = Promise.withResolvers<void>()
  calls.on('comment', 'DELETE /comment', async () => {
    await answer.promise
    return []
  })
  await removeSecond(user)
  await waitFor(() => expect(textOf('[data-pending] .text')).toBe('三つ目'))
  calls.on('comment', 'GET /comment', [{ ...shown.ownComment, ...postOf('別の端末から') }])
  answer.resolve()
  await screen.findByText(t('commentList.deleted'))
  expect(screen.queryByText(t('commentList.deleteFailed'))).toBeNull()
  expect([ownTexts(), 'limitReached' in dataset]).toEqual([['二つ目'], false])
})

it('six posts ever are the limit, which the dots and the notice say with those that were deleted', async () => {
  const own = [postOf('五つ目')]
  calls.on('comment', 'DELETE /comment', []).on('comment', 'GET /comment', () => {
    const results = own.map((comment) => ({ ...shown.ownComment, ...comment }))
    return Response.json({ results }, { headers: { 'Deleted-Comments': '4' } })
  })
  const user = await showChat({ comments: [byOthers('一つ目'), ...own] })
  await waitFor(() => expect(textOf('.dots')).toContain('●●○'))
  calls.on('comment', 'GET /comment', () => new Promise<never>(() => {}))
  await removeSecond(user)
  await screen.findByText(t('commentList.deleted'))
  expect(textOf('.dots')).toContain('●●○')
  await send(user, '六つ目')
  await screen.findByText(t('composer.error.limit'), { selector: '.limit-notice p' })
  expect(document.documentElement.dataset).toHaveProperty('limitReached')
})

const offers = ['offerReminder', 'offerOwnWordsFirst', 'offerPicture'] as const

it.each([0, 1, 2, 3])(
  'after %i days with answers, the first post of a day is offered one thing',
  async (days) => {
    const earlier = Array.from({ length: days }, (_, day) => ({
      ...shown.ownComment,
      question: { ...shown.ownComment.question, questionId: `day ${day}` },
    }))
    calls.on('comment', 'GET /comment', earlier)
    const user = await showChat()
    await waitFor(() => expect(textOf('.dots')).toContain('○○○'))
    const offered = () =>
      offers.filter((offer) =>
        screen.queryByText(t(`posting.${offer}`), { selector: '[role=status]' }),
      )
    await send(user, 'first')
    await screen.findByText(t('composer.posted'))
    await waitFor(() => expect(offered()).toEqual(offers.slice(days, days + 1)))
    if (days === 2) {
      document.documentElement.lang = 'en'
      await user.click(screen.getByRole('button', { name: t('share.answer') }))
      expect($dialog.get()).toMatchObject({ name: 'share', answer: 'first' })
      // Nothing draws here.
      await screen.findByText(t('share.failed'))
      await user.click(screen.getByRole('button', { name: t('share.copyLink') }))
      // Its reader's language, not the sharer's.
      const link = `${location.origin}/theme_details?themeID=${questionId}`
      expect(await navigator.clipboard.readText()).toBe(link)
      return
    }
    if (days < 3) await user.click(screen.getByRole('button', { name: t('dialog.close') }))
    await send(user, 'second')
    await waitFor(() => expect(textOf('.dots')).toContain('●●○'))
    expect(offered()).toEqual([])
  },
)

it('a post that is deleted elsewhere, or whose deletion has no answer, is free again', async () => {
  const own = [postOf('一つ目'), postOf('二つ目'), postOf('三つ目')]
  const stored = () => own.map((comment) => ({ ...shown.ownComment, ...comment }))
  calls.on('comment', 'GET /comment', stored)
  const user = await showChat({ comments: own.slice() })
  await waitFor(() => expect(document.documentElement.dataset).toHaveProperty('limitReached'))
  document.querySelector<HTMLElement>('.limit-notice')!.focus()
  const leave = () => {
    const { commentId } = own.pop()!
    act(() => $chat.get()!.apply([{ type: 'comment.deleted', seq: 1, commentId, lang: 'ja' }]))
  }
  leave()
  await waitFor(() => expect(textOf('.dots')).toContain('●●○'))
  expect(document.activeElement).toBe(field())
  calls.on('comment', 'DELETE /comment', () => {
    if (own.length === 2) leave()
    return refused('network')
  })
  await removeSecond(user)
  await screen.findByText(t('commentList.deleted'))
  await waitFor(() => expect(textOf('.dots')).toContain('●○○'))
})

it('the list takes the focus of a post that it loses, as one of a muted person, and no other', async () => {
  const others = [byOthers('一つ目'), byOthers('二つ目')] as const
  const user = await showChat({ comments: [...others] })
  const shown = () => document.querySelectorAll('.comments > li').length
  const apply = (event: object) =>
    act(() => $chat.get()!.apply([{ seq: 1, lang: 'ja', ...event } as LiveEvent]))
  const menu = () => screen.getAllByLabelText(new RegExp(t('commentList.menu')))[0]!
  menu().focus()
  apply({ type: 'comment.created', comment: byOthers('三つ目') })
  await waitFor(() => expect(shown()).toBe(3))
  await user.click(document.body)
  act(() => $counts.set({ all: 4 }))
  expect(document.activeElement).toBe(document.body)
  menu().focus()
  apply({ type: 'comment.deleted', commentId: others[0].commentId })
  await waitFor(() => expect(document.activeElement?.className).toBe('scroller'))

  const name = byOthers('').userOptions.username
  const pending = () => document.querySelectorAll('[data-pending]').length
  calls.on('moderation', 'DELETE /mute', [])
  for (const focused of [field(), document.querySelector<HTMLElement>('.scroller')!]) {
    const answer = Promise.withResolvers<void>()
    calls.on('moderation', 'PUT /mute', () => answer.promise.then(() => []))
    await user.click(menu())
    await user.click(await screen.findByRole('button', { name: t('post.mute', { name }) }))
    await waitFor(() => expect(pending()).toBe(2))
    if (focused === field()) focused.focus()
    answer.resolve()
    const undo = await screen.findByRole('button', { name: t('post.undo') })
    expect([pending(), document.activeElement]).toEqual([0, focused])
    await user.click(undo)
    await screen.findByText(t('post.unmuted', { name }))
  }
})

it('a live post that comes between the composer’s hydration and the list’s is added to the served list; a long paste from before is counted, not cut', async () => {
  const root = document.createElement('div')
  root.className = 'chat'
  root.dataset['props'] = JSON.stringify(props)
  const served = { comments: [byOthers('served')], counts: { all: 1 }, hasEarlier: false }
  root.innerHTML = renderToString(<Chat {...props} served={() => served} />)
  document.body.appendChild(root)
  const item = root.querySelector('.comments > li')!
  const isHydrated = () => Object.keys(item).some((key) => key.startsWith('__reactFiber'))
  const hydrated: boolean[] = []
  const stop = $chat.listen((chat) => {
    hydrated.push(isHydrated())
    chat!.apply([{ type: 'comment.created', seq: 1, comment: byOthers('live') }])
  })
  root.querySelector('textarea')!.value = 'あ'.repeat(150)
  hydrateChat(root)
  await screen.findByText('live')
  stop()
  fireEvent.input(field(), { target: { value: 'あ'.repeat(151) } })
  screen.getByText('151/140')
  expect(field().value).toHaveLength(151)
  expect([...hydrated, isHydrated()]).toEqual([false, true])
  const texts = [...root.querySelectorAll('.comments > li .text')].map((one) => one.textContent)
  expect([texts, root.querySelector('.comments > li')]).toEqual([['served', 'live'], item])
})
