import { call } from '../../api/call.ts'
import type { Question } from '../../domain/question.ts'
import type { LiveEvent, LiveMessage } from '../../contract/live-event.ts'
import { readComments } from './read-comments.ts'

/** What a page that follows a question is told. Events come in order, each once, without a gap. */
export interface Following {
  apply: (events: readonly LiveEvent[]) => void
  /** So much was missed that the newest comments were read anew. */
  deliver: (question: Question) => void
  /** Nothing could be read; another try follows by itself. */
  fail: () => void
  /** Reading works. */
  recover: () => void
  /** How many people have the question open. */
  countReaders: (count: number) => void
}

/** Milliseconds between two tries while there is no socket; also how often such a page asks. */
const PAUSE = 15_000
const FIRST_PAUSE = 1_000
/** Milliseconds between two signs of life; a socket that gives none in between is given up. */
const HEARTBEAT = 25_000
/** Events in one answer; fewer mean that nothing is left. */
const FULL_ANSWER = 200

/**
 * Follows a question by its live socket while the page is in sight, and by asking where there is none. Whatever was
 * missed, asleep, in a tunnel or behind a restarted server, is asked for by the number of the last event.
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
  let isCatchingUp = false
  let isBehind = false

  const take = (events: readonly LiveEvent[]) => {
    const next = events.filter((event) => event.seq > last)
    if (next.length === 0) return
    if (next[0]!.seq !== last + 1) return void catchUp()
    last = next.at(-1)!.seq
    following.apply(next)
  }

  const catchUp = async () => {
    isBehind = true
    if (isCatchingUp) return
    isCatchingUp = true
    let isDone = true
    while (isBehind && isDone) {
      isBehind = false
      isDone = await readMissed()
    }
    isCatchingUp = false
    if (isDone) following.recover()
    else following.fail()
  }

  const readMissed = async (): Promise<boolean> => {
    const query = new URLSearchParams({ questionId, after: String(last) })
    const answer = await call<LiveEvent[]>('question', `/question/events?${query}`)
    if (answer.ok) {
      take(answer.results)
      isBehind ||= answer.results.length === FULL_ANSWER
      return true
    }
    if (answer.error === 'network') return false
    // Too much was missed, or a service elsewhere keeps no events: the question itself says what there is.
    const question = await readComments(questionId)
    if (!question) return false
    last = question.eventSeq ?? last
    following.deliver(question)
    return true
  }

  const receive = ({ data }: MessageEvent<string>) => {
    isAlive = true
    if (data === 'pong') return
    const message = JSON.parse(data) as LiveMessage
    if (message.type === 'readers') return following.countReaders(message.count)
    if (message.type !== 'hello') return take([message])
    failures = 0
    if (message.seq > last) void catchUp()
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
    const address = new URL(
      `/service/quest/v1/question/live?questionId=${questionId}`,
      location.href,
    )
    address.protocol = address.protocol.replace('http', 'ws')
    const opening = new WebSocket(address)
    socket = opening
    isAlive = true
    opening.addEventListener('message', receive)
    opening.addEventListener('close', () => {
      if (socket !== opening) return
      disconnect()
      failures++
      const pause = Math.min(PAUSE, FIRST_PAUSE * 2 ** failures) * (0.75 + Math.random() / 2)
      timer = setTimeout(retry, pause)
    })
    heartbeat = setInterval(() => {
      if (!isAlive) return opening.close()
      isAlive = false
      if (opening.readyState === WebSocket.OPEN) opening.send('ping')
    }, HEARTBEAT)
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
  connect()
  return retry
}
