import type { Address } from '../../../contract/call-types.ts'
import type { Comment, Question } from '../../../contract/schemas.ts'
import type { LiveEvent, LiveMessage } from '../../../contract/live-schemas.ts'
import { MAX_EVENTS } from '../../../domain/live-event.ts'
import { withTimeout } from '../../../browser/with-timeout.ts'
import { reconnectDelay } from './reconnect-delay.ts'

/** Callbacks of a page that follows a question. Events come in order, each once, without a gap. */
interface Following {
  apply: (events: readonly LiveEvent[]) => void
  /** So much was missed that the newest comments were read again; `merge` puts them into the list. */
  deliver: (question: Question, merge: (newest: readonly Comment[]) => void) => void
  /** Nothing could be read; another attempt follows by itself. */
  fail: () => void
  /** Reading works. */
  recover: () => void
  /** Receives the number of people who have the question open. */
  countReaders: (count: number) => void
}

const LIVE: Address = '/service/quest/v1/question/live'
/** Time between two pings; a socket that answers nothing in between is closed. */
const HEARTBEAT_MS = 25_000
/** A response may be a second old, so an event that is known to exist is asked for again later. */
const SERVER_CACHE_MS = 1_000
const MAX_ATTEMPTS = 5
/** A page that stays open loads the script for catching up before a deploy removes the file, or the network is gone. */
const STAYS_AFTER_MS = 60_000

const loadReading = () => import('./read-comments.ts')

/**
 * Follows a question by its live socket while the page is visible, and by polling where there is none. A socket that
 * opens again first sends what was missed after the last event; what it cannot send is asked for by HTTP.
 * @param seq number of the last event that the page contains
 * @returns asks now
 */
export function follow(questionId: string, seq: number, following: Following): () => void {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let isAlive = true
  let failures = 0
  let last = seq || 0
  /** The highest event that is known to exist. */
  let newest = last
  let isCatchingUp = false
  let isBehind = false

  const take = (events: readonly LiveEvent[]) => {
    const next = events.filter((event) => event.seq > last)
    if (next.length === 0) return
    newest = Math.max(newest, next.at(-1)!.seq)
    if (next[0]!.seq !== last + 1) return void catchUp()
    last = next.at(-1)!.seq
    following.apply(next)
  }

  const catchUp = async () => {
    isBehind = true
    if (isCatchingUp) return
    isCatchingUp = true
    let isDone = true
    for (let attempts = 0; isBehind && isDone;) {
      isBehind = false
      isDone = await readMissed()
      if (!isDone || isBehind || last >= newest || ++attempts === MAX_ATTEMPTS) continue
      await new Promise((done) => setTimeout(done, SERVER_CACHE_MS * (1 + Math.random())))
      isBehind = true
    }
    isCatchingUp = false
    if (isDone) following.recover()
    else following.fail()
  }

  const readMissed = async (): Promise<boolean> => {
    const script = await withTimeout(loadReading()).catch(() => undefined)
    const result = await script?.readEvents(questionId, last)
    if (result?.ok) {
      take(result.results)
      isBehind ||= result.results.length === MAX_EVENTS
      return true
    }
    if (!script || result?.error === 'network') return false
    // Too much was missed, or a remote service keeps no events: read the question itself.
    const question = await script.readComments(questionId)
    if (!question) return false
    newest = last = question.eventSeq ?? last
    following.deliver(question, script.mergeNewest)
    return true
  }

  const receive = ({ data }: MessageEvent<string>) => {
    isAlive = true
    if (data === 'pong') return
    const message = JSON.parse(data) as LiveMessage
    if (Array.isArray(message)) return take(message)
    if (message.type === 'readers') return following.countReaders(message.count)
    if (message.type !== 'hello') return take([message])
    failures = 0
    newest = Math.max(newest, message.seq)
    if (newest > last) void catchUp()
    else following.recover()
  }

  const disconnect = () => {
    clearTimeout(timer)
    clearInterval(heartbeat)
    const closing = socket
    socket = undefined
    closing?.close()
  }

  const connect = () => {
    if (document.hidden || socket) return
    const address = new URL(LIVE + `?questionId=${questionId}&after=${last}`, location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    const opening = new WebSocket(address)
    socket = opening
    isAlive = true
    let isOpen = false
    opening.addEventListener('open', () => (isOpen = true))
    opening.addEventListener('message', receive)
    opening.addEventListener('close', () => {
      if (socket !== opening) return
      disconnect()
      failures++
      // Asks by HTTP only where sockets do not open, so that readers do not all ask when a server restarts.
      timer = setTimeout(isOpen ? connect : retry, reconnectDelay(failures))
    })
    heartbeat = setInterval(() => {
      if (!isAlive) return opening.close()
      isAlive = false
      if (opening.readyState === WebSocket.OPEN) opening.send('ping')
    }, HEARTBEAT_MS)
  }

  const retry = () => {
    if (document.hidden) return
    void catchUp()
    connect()
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) disconnect()
    else if (socket) void catchUp()
    else connect()
  })
  addEventListener('online', retry)
  addEventListener('pagehide', disconnect)
  addEventListener('pageshow', connect)
  setTimeout(() => loadReading().catch(() => undefined), STAYS_AFTER_MS)
  connect()
  return retry
}
