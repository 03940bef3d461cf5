import type { Address } from '../../../contract/call-types.ts'
import type { LiveEvent, LiveMessage } from '../../../contract/live-schemas.ts'
import { MAX_EVENTS } from '../../../domain/live-event.ts'
import { withTimeout } from '../../../domain/with-timeout.ts'
import type { Chat } from '../../../stores/chat.ts'

/** Callbacks of `follow`. Events arrive in order, once, without gaps. */
interface Following extends Pick<Chat, 'apply' | 'deliver'> {
  fail: () => void
  recover: () => void
  countReaders: (count: number) => void
}

const LIVE: Address = '/service/quest/v1/question/live'
/** Ping interval; a socket silent for one interval is closed. */
const HEARTBEAT_MS = 25_000
/** Responses may be 1 s old, so a known newer event is fetched again later. */
const SERVER_CACHE_MS = 1_000
const MAX_ATTEMPTS = 5
/** Preloads the catch-up script before a deploy removes it or the network fails. */
const STAYS_AFTER_MS = 60_000

const loadReading = () => import('./read-comments.ts')

/**
 * Follows a question by WebSocket while visible; polls where sockets fail. Missed events are
 * fetched by HTTP.
 * @param seq number of the last event in the page
 * @returns polls now
 */
export function follow(questionId: string, seq: number, following: Following): () => void {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let isAlive = true
  let failures = 0
  let last = seq || 0
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
    if (!script || result?.status === 0) return false
    // Too many missed events, or a service without events: reload the question.
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
    const address = new URL(`${LIVE}?questionId=${questionId}`, location.href)
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
      // Polls only where sockets never open, so that a server restart causes no stampede.
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

/** Maximum delay before jitter; also the polling interval without a socket. */
const MAX_DELAY_MS = 15_000
const RESTART_SPREAD_MS = 5_000

/**
 * Milliseconds until the next connection attempt. The first is spread over 5 s, since a server
 * restart disconnects all readers at once; later ones back off exponentially.
 * @param failures consecutive failures, counting the lost connection: from 1
 * @param random from 0 to 1
 */
export function reconnectDelay(failures: number, random = Math.random()): number {
  if (failures === 1) return 500 + random * RESTART_SPREAD_MS
  return Math.min(MAX_DELAY_MS, 1_000 * 2 ** failures) * (0.75 + random / 2)
}
