import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { calls } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { sample } from '../../src/contract/examples.ts'
import { shown } from '../../harness/examples.ts'
import type { LiveEvent } from '../../src/contract/live-schemas.ts'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { followLive } from '../../src/islands/chat/page/follow-live.ts'
import { follow } from '../../src/islands/chat/page/follow.ts'

const { questionId } = sample
const created = (seq: number): LiveEvent => ({
  type: 'comment.created',
  seq,
  comment: shown.comment,
})

let sockets: StubSocket[]
let isHidden: boolean

class StubSocket extends EventTarget {
  static readonly OPEN = 1
  readyState = 0
  readonly address: string
  constructor(address: URL) {
    super()
    this.address = address.pathname + address.search
    sockets.push(this)
  }
  open(seq: number) {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
    this.receive({ type: 'hello', seq })
  }
  receive = (message: unknown) =>
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  send() {}
  close() {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
}

const callbacks = () => ({
  apply: vi.fn<(events: readonly LiveEvent[]) => void>(),
  deliver: vi.fn(),
  fail: vi.fn(),
  recover: vi.fn(),
  countReaders: vi.fn(),
})

function look(hidden: boolean): void {
  isHidden = hidden
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  sockets = []
  isHidden = false
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', StubSocket)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  // Followers live as long as their page.
  for (const target of [document, window]) {
    const add = target.addEventListener.bind(target)
    const page = new AbortController()
    vi.spyOn(target, 'addEventListener').mockImplementation(
      (type: string, listener: unknown, options?: unknown) =>
        add(type, listener as EventListener, { ...(options as object), signal: page.signal }),
    )
    pages.push(page)
  }
})
const pages: AbortController[] = []
afterEach(() => {
  dispatchEvent(new Event('pagehide'))
  for (const page of pages.splice(0)) page.abort()
  vi.useRealTimers()
})

it('a follower closes its socket and asks nothing in a hidden tab, and goes on from its last event', async () => {
  const following = callbacks()
  follow(questionId, 3, following)
  sockets[0]!.open(3)
  sockets[0]!.receive(created(4))
  expect(following.apply).toHaveBeenCalledExactlyOnceWith([created(4)])
  look(true)
  expect(sockets[0]!.readyState).toBe(3)
  await vi.advanceTimersByTimeAsync(3 * MINUTE_MS)
  expect([sockets.length, calls.sent]).toEqual([1, []])
  look(false)
  sockets[1]!.open(4)
  expect(calls.sent).toEqual([])
})

it('a follower reads the question again where events are no longer kept', async () => {
  const following = callbacks()
  calls.on('question', 'GET /question/events', refused('dataNotAvailable'))
  calls.on('question', 'GET /question/comment', [shown.question])
  follow(questionId, 3, following)
  sockets[0]!.open(9)
  await vi.waitFor(() => expect(following.deliver).toHaveBeenCalled())
})

it('a follower opens another socket after one that was silent, as without a network', async () => {
  follow(questionId, 3, callbacks())
  sockets[0]!.open(3)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(sockets[0]!.readyState).toBe(3)
  expect(sockets.length).toBeGreaterThan(1)
})

it('a follower asks by itself where sockets never open', async () => {
  const following = callbacks()
  calls.on('question', 'GET /question/events', [created(4)])
  follow(questionId, 3, following)
  sockets[0]!.close()
  await vi.advanceTimersByTimeAsync(6_000)
  await vi.waitFor(() => expect(following.apply).toHaveBeenCalledExactlyOnceWith([created(4)]))
  calls.on('question', 'GET /question/events', [created(5)])
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(following.apply).toHaveBeenLastCalledWith([created(5)]))
})

function list(): HTMLElement {
  const notices = 'data-offline="offline" data-failed="failed" data-retry="retry"'
  document.body.innerHTML = `<div data-question-id=${questionId} data-seq=3>
      <p class="readers" hidden><span></span><span></span></p><div class="list-notice" ${notices}></div></div>`
  return document.querySelector<HTMLElement>('div')!
}
const note = () => document.querySelector('.list-notice')!

it('the note below the list says that nothing can be read, and its button tries again', async () => {
  calls.on('question', 'GET /question/events', refused('somethingWentWrong'))
  calls.on('question', 'GET /question/comment', refused('somethingWentWrong'))
  followLive(list())
  sockets[0]!.open(4)
  await vi.waitFor(() => expect(note().textContent).toBe('failedretry'))
  calls.on('question', 'GET /question/events', [])
  note().querySelector('button')!.click()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await vi.waitFor(() => expect(note().textContent).toBe(''))
})

it('the note below the list counts the readers, from three on', () => {
  followLive(list())
  const readers = () => [
    document.querySelector<HTMLElement>('.readers')!.hidden,
    document.querySelector('.readers span + span')!.textContent,
  ]
  sockets[0]!.receive({ type: 'readers', count: 3 })
  expect(readers()).toEqual([false, '3'])
  sockets[0]!.receive({ type: 'readers', count: 2 })
  expect(readers()).toEqual([true, '2'])
})
