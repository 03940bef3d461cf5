import sharp from 'sharp'
import type { App } from '../harness/app.ts'
import { createPeople } from '../harness/people.ts'
import { PASSWORD } from '../harness/credentials.ts'

const SIDE = 2048
/** Requests of each kind that are under way at a time. */
const CONCURRENCY = 4

/** Requests that an overloaded isolate may refuse. */
const isExpected = ({ status }: Response) => status < 300 || status === 503

/** The largest picture that is accepted, in base64: noise, so that it has almost 2 MiB. */
async function largePicture(): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const image = sharp({
    create: { width: SIDE, height: SIDE, channels: 3, background: 'gray', noise },
  })
  return (await image.jpeg({ quality: 80 }).toBuffer()).toString('base64')
}

/**
 * Sends what takes the most memory, all kinds at once, until `signal` aborts: passwords are hashed, large pictures
 * encoded and cards drawn.
 * @returns how many requests of each kind were answered 2xx
 */
export async function mixedLoad(app: App, signal: AbortSignal): Promise<Record<string, number>> {
  const people = await createPeople(app, CONCURRENCY)
  const picture = await largePicture()
  const { results: questions } = await app.db.prepare('SELECT id FROM question').all()
  const cards = questions.flatMap(({ id }) => [`/card/${id}/ja.png`, `/card/${id}/en.png`])
  const json = (method: string, path: string, body: object, headers = {}) =>
    app.fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const kinds: Record<string, (index: number) => Promise<Response>> = {
    registrations: (index) =>
      json('POST', '/service/auth/v1/user/register', {
        newEmail: `hashed${index}@example.com`,
        newPassword: PASSWORD,
      }),
    pictures: (index) =>
      json(
        'PUT',
        '/service/user/v1/user/picture',
        { picture, type: 'jpg' },
        { Authorization: people[index % people.length]!.authorization },
      ),
    cards: (index) => app.fetch(cards[index % cards.length]!),
  }
  const counts: Record<string, number> = {}
  const repeat = async (
    kind: string,
    send: (index: number) => Promise<Response>,
    first: number,
  ) => {
    for (let index = first; !signal.aborted; index += CONCURRENCY) {
      const response = await send(index)
      const body = await response.arrayBuffer()
      if (!isExpected(response) && !(kind === 'cards' && response.status === 404))
        throw new Error(`${kind}: ${response.status} ${Buffer.from(body).toString()}`)
      if (response.ok) counts[kind] = (counts[kind] ?? 0) + 1
    }
  }
  await Promise.all(
    Object.entries(kinds).flatMap(([kind, send]) =>
      Array.from({ length: CONCURRENCY }, (_, first) => repeat(kind, send, first)),
    ),
  )
  return counts
}
