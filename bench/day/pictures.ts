import { EDGE_TTL_S } from '../../src/worker/http/file-headers.ts'
import { newId } from '../../src/worker/db/id.ts'
import type { App } from '../../harness/app.ts'

/** One person in this many has a picture. */
export const PEOPLE_A_PICTURE = 5
/** Comments at a page's beginning whose pictures a phone loads before anybody scrolls. */
const COMMENTS_IN_SIGHT = 15
const BYTES = 6_000

/** Gives every fifth of all people a picture, stored for the bucket's own domain if there is one. */
export async function givePictures(app: App): Promise<void> {
  const extension = app.vars()['PICTURE_ORIGIN'] ? '.jpg' : ''
  const { results } = await app.db.prepare('SELECT id FROM user ORDER BY id').all<{ id: string }>()
  const pictures = results
    .filter((_, index) => index % PEOPLE_A_PICTURE === 0)
    .map(({ id }) => ({ userId: id, pictureId: newId() + extension }))
  const httpMetadata = { contentType: 'image/jpeg' }
  for (const { pictureId } of pictures)
    await app.r2.put(pictureId, new Uint8Array(BYTES), { httpMetadata })
  await app.db
    .prepare(
      `UPDATE user SET picture_id = one.value ->> 'pictureId'
       FROM json_each(?1) AS one WHERE user.id = one.value ->> 'userId'`,
    )
    .bind(JSON.stringify(pictures))
    .run()
}

/** The pictures that a browser loads with a page, by their addresses. */
export function picturesIn(html: string, pictureOrigin: string): string[] {
  const isPicture = (source: string) =>
    source.startsWith('/picture/') || (pictureOrigin !== '' && source.startsWith(pictureOrigin))
  const sources = [...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, source]) => source!)
  return sources
    .filter((source) => source === '/avatar.svg' || isPicture(source))
    .slice(0, COMMENTS_IN_SIGHT)
    .filter(isPicture)
}

export interface PictureEdge {
  load(url: string): Promise<void>
  /** Requests so far, and those of them that read the bucket. */
  requests: number
  reads: number
}

/**
 * Cloudflare's cache in front of the bucket's own domain, in one data centre. A picture is kept for a minute of the clock:
 * a second of the simulation carries the requests of a second.
 */
export function pictureEdge(): PictureEdge {
  const until = new Map<string, number>()
  return {
    requests: 0,
    reads: 0,
    async load(url) {
      this.requests++
      if ((until.get(url) ?? 0) > Date.now()) return
      until.set(url, Date.now() + EDGE_TTL_S * 1000)
      this.reads++
      const response = await fetch(url)
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
    },
  }
}
