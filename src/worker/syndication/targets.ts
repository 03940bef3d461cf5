import { languages } from '../../domain/language.ts'
import { tokyoDayStart } from '../../domain/question-day.ts'
import type { SyndicationConfig } from '../config/syndication.ts'
import { postJson } from '../http/post-json.ts'
import { startOf, type SyndicatedPost } from './syndicated-post.ts'

const TIMEOUT_MS = 10_000

/** Posts to one target. A repeated attempt names the same record or idempotency key; how long that is remembered is up to the target. */
export type Target = (post: SyndicatedPost) => Promise<void>

/** @throws Error with the status when the target refuses or does not respond; never with a secret */
async function send(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await postJson(url, body, { signal, headers })
  if (response.ok) return response.json().catch(() => undefined)
  await response.body?.cancel()
  throw new Error(`status ${response.status}`)
}

const BASE32_SORTABLE = '234567abcdefghijklmnopqrstuvwxyz'

/** The record key that the AT Protocol makes of a time (TID): of a day always the same one. */
function recordKey({ day }: SyndicatedPost): string {
  let value = BigInt(tokyoDayStart(day)) * 1000n * 1024n
  let key = ''
  for (let index = 0; index < 13; index++) {
    key = BASE32_SORTABLE[Number(value % 32n)] + key
    value /= 32n
  }
  return key
}

/** Graphemes of a post on Bluesky. A question has at most 80 and 160; further languages may not fit any more. */
const BLUESKY_LENGTH = 300

function shortened(text: string): string {
  const graphemes = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return graphemes.length <= BLUESKY_LENGTH
    ? text
    : `${graphemes.slice(0, BLUESKY_LENGTH - 1).join('')}…`
}

function bluesky({
  service,
  handle: identifier,
  password,
}: NonNullable<SyndicationConfig['bluesky']>): Target {
  return async (post) => {
    const credentials = { identifier, password }
    const session = await send(`${service}/xrpc/com.atproto.server.createSession`, credentials)
    const { accessJwt, did } = session as { accessJwt: string; did: string }
    const record = {
      $type: 'app.bsky.feed.post',
      text: shortened(post.text),
      createdAt: startOf(post),
      langs: languages,
      // A card below the text, so that the link takes none of its length.
      embed: {
        $type: 'app.bsky.embed.external',
        external: { uri: post.link, title: post.question.text[languages[0]], description: '' },
      },
    }
    const body = { repo: did, collection: record.$type, rkey: recordKey(post), record }
    const authorization = { Authorization: `Bearer ${accessJwt}` }
    await send(`${service}/xrpc/com.atproto.repo.putRecord`, body, authorization)
  }
}

function mastodon({ server, token }: NonNullable<SyndicationConfig['mastodon']>): Target {
  return async (post) => {
    const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': `ichimon-${post.day}` }
    const status = {
      status: `${post.text}\n\n${post.link}`,
      visibility: 'public',
      language: languages[0],
    }
    await send(`${server}/api/v1/statuses`, status, headers)
  }
}

function webhook(url: string): Target {
  return async ({ day, text, link, question }) => {
    const body = { day, text: `${text}\n\n${link}`, link, question: question.text }
    await send(url, body, { 'Idempotency-Key': `ichimon-${day}` })
  }
}

/** The targets that the operator has set, by name. */
export function targetsOf(config: SyndicationConfig): Map<string, Target> {
  const targets = new Map<string, Target>()
  if (config.bluesky) targets.set('bluesky', bluesky(config.bluesky))
  if (config.mastodon) targets.set('mastodon', mastodon(config.mastodon))
  if (config.webhook) targets.set('webhook', webhook(config.webhook))
  return targets
}
