import { newId } from '../../src/worker/db/id.ts'
import type { App } from '../../harness/app.ts'

/** One person in this many has a picture. */
const PEOPLE_A_PICTURE = 5
/** Comments at a page's beginning whose pictures a phone loads before anybody scrolls. */
const COMMENTS_IN_SIGHT = 15
const BYTES = 6_000

/** Gives every fifth of all people a picture. */
export async function givePictures(app: App): Promise<void> {
  const { results } = await app.db.prepare('SELECT id FROM user ORDER BY id').all<{ id: string }>()
  const pictures = results
    .filter((_, index) => index % PEOPLE_A_PICTURE === 0)
    .map(({ id }) => ({ userId: id, pictureId: newId() }))
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

/** The pictures that a browser loads with a page, by their paths. */
export function picturesIn(html: string): string[] {
  const sources = [...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, source]) => source!)
  return sources
    .filter((source) => source === '/avatar.svg' || source.startsWith('/picture/'))
    .slice(0, COMMENTS_IN_SIGHT)
    .filter((source) => source.startsWith('/picture/'))
}
