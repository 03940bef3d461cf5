import { questionPath } from '../../src/domain/question.ts'
import { codeTo } from '../../harness/outbox.ts'
import type { App } from '../../harness/app.ts'
import { MAINTENANCE_POLL_S } from '../../src/domain/maintenance-poll.ts'
import { openReader } from '../readers.ts'
import type { Client } from './client.ts'
import { picturesIn, type PictureEdge } from './pictures.ts'
import { PASSWORD } from '../../harness/credentials.ts'

/** The requests of one visit, as the pages' own scripts make them. */
interface Visits {
  /** Reads today's page, stays for its live comments, and may look further. */
  read(person: number, isReturning: boolean): Promise<void>
  /** The same signed in, with a session that is refreshed first, and some posts. */
  write(person: number, writer: Writer, posts: number): Promise<void>
  /** Registers, proves the address by the code in the mail, posts once, and logs in again on another device. */
  signUp(person: number): Promise<void>
  sockets: { now: number; most: number; heard: number }
}

export interface Writer {
  userId: string
  updateToken: string
  accessToken: string
}

export interface DayOf {
  app: App
  client: Client
  questionId: string
  pastQuestionIds: string[]
  /** Serves the pictures below `PICTURE_ORIGIN`. */
  edge: PictureEdge
  /** The share of visits that report their measurements. */
  measuredShare: number
  /** Real milliseconds of a second of the simulated day. */
  msASecond: number
}

/** Average time of a visit on today's page. */
export const STAY_S = 180
const TEXT =
  'A day like this deserves a short answer. 今日のような日は、短い答えで十分だと思います。'
const AUTH = '/service/auth/v1'
/** Shares of visits in which nothing moves, and of readers whose browser has the styles and scripts of an earlier visit. */
const STEADY = 0.85
const HAS_BUILT = 0.5
const metrics = (names: string[]) =>
  names.map((name) => ({ name, value: name === 'CLS' ? layoutShift() : 100 + Math.random() * 900 }))
const layoutShift = () => (Math.random() < STEADY ? 0 : Math.random() / 10)

export function visits(day: DayOf): Visits {
  const { app, client, questionId, pastQuestionIds, msASecond } = day
  const pictureOrigin = app.vars()['PICTURE_ORIGIN'] ?? ''
  const sockets = { now: 0, most: 0, heard: 0 }
  const etags = new Map<number, string>()
  const files = new Map<number, Set<string>>()
  const pause = (seconds: number) =>
    new Promise((resolve) => setTimeout(resolve, seconds * msASecond))

  async function stay(person: number): Promise<void> {
    const lost = (error: Error) => void client.errors.push(`live socket: ${error.message}`)
    const reader = await openReader(app, questionId, person, { lost }).catch(() => undefined)
    if (!reader) return
    sockets.most = Math.max(sockets.most, ++sockets.now)
    for (let left = STAY_S * -Math.log(1 - Math.random()); left > 0;) {
      await pause(Math.min(left, MAINTENANCE_POLL_S))
      left -= MAINTENANCE_POLL_S
      if (left > 0) await client.send(person, 'GET', '/service/maintenance')
    }
    sockets.now--
    sockets.heard += reader.seqs.length
    reader.leave()
  }

  /** Loads the files that a browser caches in addition to a page: styles, scripts with those that they import, and the pictures in sight. */
  async function loadFiles(person: number, html: string) {
    const known = files.get(person) ?? new Set()
    const isNew = known.size === 0
    files.set(person, known)
    const built = [...html.matchAll(/\/_astro\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path)
    const hasBuilt = isNew && Math.random() < HAS_BUILT
    const loaded = new Set([...built, ...picturesIn(html, pictureOrigin)])
    // What a script imports comes after it.
    for (const path of loaded) {
      const isKept = known.has(path) || (hasBuilt && path.startsWith('/_astro/'))
      known.add(path)
      if (isKept) continue
      if (!path.startsWith('/')) {
        await day.edge.load(path)
        continue
      }
      const { text } = await client.send(person, 'GET', path)
      for (const [, name] of text.matchAll(/\bfrom"\.\/([\w.-]+\.js)"/g))
        loaded.add(`/_astro/${name}`)
    }
  }

  /** A page, and the vitals that its script sends when it is left: once measured, once on the way out. */
  async function look(person: number, path: string, headers: Record<string, string> = {}) {
    const cookie = person % 4 === 0 ? 'Language=en' : 'Language=ja'
    const page = await client.send(person, 'GET', path, {
      headers: { Cookie: cookie, ...headers },
      expected: [200, 304],
    })
    if (path === '/' && page.etag) etags.set(person, page.etag)
    if (page.status === 200) await loadFiles(person, page.text)
    const isMeasured = Math.random() < day.measuredShare
    const report = (names: string[]) =>
      client.send(person, 'POST', '/service/vitals', {
        body: { page: path.split('?')[0], language: cookie.slice(-2), metrics: metrics(names) },
        expected: [202],
      })
    return async () => {
      if (!isMeasured) return
      await report(['CLS', 'FCP', 'LCP', 'TTFB'])
      if (Math.random() < 0.3) await report(['INP'])
    }
  }

  async function post(person: number, token: string) {
    await client.send(person, 'POST', '/service/comment/v1/comment', {
      token,
      body: { questionId, text: TEXT },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    })
  }

  return {
    sockets,
    async read(person, isReturning) {
      const etag = isReturning ? etags.get(person) : undefined
      const leave = await look(person, '/', etag ? { 'If-None-Match': etag } : {})
      await stay(person)
      await leave()
      if (Math.random() < 0.25) await (await look(person, '/recent_theme'))()
      if (Math.random() < 0.15) {
        const past = pastQuestionIds[Math.floor(Math.random() ** 3 * pastQuestionIds.length)]
        await (
          await look(person, questionPath(past!))
        )()
      }
    },
    async write(person, writer, posts) {
      const leave = await look(person, '/')
      const refreshed = await client.send(person, 'POST', `${AUTH}/user/token/`, {
        body: { token: writer.updateToken },
      })
      const tokens = (JSON.parse(refreshed.text || '{}') as { results?: Writer }).results
      const token = tokens?.accessToken ?? writer.accessToken
      if (tokens) writer.updateToken = tokens.updateToken
      await client.send(person, 'GET', '/service/user/v1/user/me', { token })
      const history = `/service/comment/v1/comment?userId=${writer.userId}`
      await client.send(person, 'GET', history, { token })
      const staying = stay(person)
      for (let count = 0; count < posts; count++) {
        await pause(40)
        await post(person, token)
      }
      await staying
      await leave()
    },
    async signUp(person) {
      const email = `day-${person}@example.com`
      const registered = await client.send(person, 'POST', `${AUTH}/user/register/`, {
        body: { newEmail: email, newPassword: PASSWORD },
      })
      const { accessToken } = (JSON.parse(registered.text) as { results: Writer }).results
      const mail = `${AUTH}/user/register/complete/?email=${encodeURIComponent(email)}&language=ja`
      await client.send(person, 'GET', mail, { expected: [202] })
      const passcode = await codeTo(app, email)
      await client.send(person, 'PUT', `${AUTH}/user/status/activated`, {
        body: { email, passcode, language: 'ja' },
        expected: [202],
      })
      await post(person, accessToken)
      const login = { email, password: PASSWORD }
      await client.send(person, 'POST', `${AUTH}/user/login/`, { body: login })
    },
  }
}
