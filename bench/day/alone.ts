import { createPeople } from '../../harness/people.ts'
import { get, load, post, type Measured } from '../load.ts'
import type { DayOf } from './visits.ts'
import { createWriters } from './writers.ts'
import { PASSWORD } from '../../harness/credentials.ts'

const SECONDS = 2
const COUNT = 300
const CONNECTIONS = 10
const ORIGINS = 4_000
const FIRST_PORT = 10_000

/** A page under one origin after another: of all names, a page believes loopback ones with their ports. */
const cold = (path: string) =>
  Array.from({ length: ORIGINS }, (_, n) => get(path, { Host: `localhost:${FIRST_PORT + n}` }))

/** Requests of one kind after another, for what each costs the processor. */
export async function alone(
  { app, questionId }: DayOf,
  pid: number | undefined,
): Promise<(Measured & { kind: string })[]> {
  const port = Number(new URL(app.origin).port)
  const { etag } = await app
    .fetch('/')
    .then((response) => ({ etag: response.headers.get('ETag') ?? '' }))
  const people = await createPeople(app, COUNT)
  const writers = await createWriters(app, COUNT)
  const bearer = (index: number) => ({ Authorization: people[index]!.authorization })
  const each = (make: (index: number) => string) => Array.from({ length: COUNT }, (_, n) => make(n))
  const metrics = ['CLS', 'FCP', 'LCP', 'TTFB'].map((name) => ({ name, value: 123 }))
  const vitals = { page: '/', language: 'ja', metrics }
  const history = (n: number) => `/service/comment/v1/comment?userId=${people[n]!.userId}`
  const kinds: Record<string, { requests: string[]; seconds?: number }> = {
    'home page, from memory': { requests: [get('/')], seconds: SECONDS },
    'home page, unchanged (304)': {
      requests: [get('/', { 'If-None-Match': etag })],
      seconds: SECONDS,
    },
    'home page, rendered': { requests: cold('/'), seconds: SECONDS },
    'recent questions, rendered': { requests: cold('/recent_theme'), seconds: SECONDS },
    'maintenance window': { requests: [get('/service/maintenance')], seconds: SECONDS },
    vitals: { requests: each(() => post('/service/vitals', vitals)) },
    post: {
      requests: each((n) =>
        post('/service/comment/v1/comment', { questionId, text: `alone ${n}` }, bearer(n)),
      ),
    },
    'who am I': { requests: each((n) => get('/service/user/v1/user/me', bearer(n))) },
    'own comments': { requests: each((n) => get(history(n), bearer(n))) },
    refresh: {
      requests: each((n) =>
        post('/service/auth/v1/user/token/', { token: writers[n]!.updateToken }),
      ),
    },
    'sign-up (hash)': {
      requests: each((n) =>
        post('/service/auth/v1/user/register/', {
          newEmail: `alone-${n}@example.com`,
          newPassword: PASSWORD,
        }),
      ).slice(0, 60),
    },
  }
  const measured: (Measured & { kind: string })[] = []
  for (const [kind, { requests, seconds }] of Object.entries(kinds)) {
    const connections = kind.startsWith('sign-up') ? 2 : CONNECTIONS
    measured.push({
      kind,
      ...(await load({ port, connections, requests, seconds, expected: [304] }, pid)),
    })
  }
  return measured
}
