import type { peopleCalls } from '../../../contract/calls/operator-people.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'
import type { Handler } from '../../http/create-service.ts'

/** Objects of one page. */
const PAGE = 500

/** ?1 and ?2 enclose the page: ids after the one, up to the other. An object that is listed as discarded is on its way. */
const KNOWN = `
  SELECT id, 1 AS isPicture FROM picture WHERE id > ?1 AND id <= ?2
  UNION ALL SELECT id, 0 FROM discarded_picture WHERE id > ?1 AND id <= ?2`

const DISCARD = `
  INSERT INTO discarded_picture (id, discarded_at)
  SELECT value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`

/** After every id, which has URL-safe characters only. */
const LAST = '~'

/**
 * Walks the bucket and the table side by side in the order of the ids. Cards, which have a slash in their key, are left
 * out.
 */
export const checkPictures: Handler<typeof peopleCalls.checkPictures> = async (
  c,
  { after = '', repair = false },
) => {
  const caller = c.var.person
  const { env } = c
  const listed = await env.PICTURES.list({
    limit: PAGE,
    delimiter: '/',
    ...(after && { startAfter: after }),
  })
  const keys = listed.objects.map(({ key }) => key)
  const until = listed.truncated ? (keys.at(-1) ?? after) : LAST
  const { results } = await env.DB.prepare(KNOWN)
    .bind(after, until)
    .all<{ id: string; isPicture: number }>()
  const known = new Set(results.map(({ id }) => id))
  const stored = new Set(keys)
  const strays = keys.filter((key) => !known.has(key))
  const missing = results.filter(({ id, isPicture }) => isPicture && !stored.has(id))
  if (repair && strays.length > 0)
    await env.DB.batch([
      env.DB.prepare(DISCARD).bind(JSON.stringify(strays), now(env)),
      audit(env, caller, 'pictures.repair', strays[0]!, `${strays.length}`),
    ])
  return [{ strays, missing: missing.map(({ id }) => id), next: listed.truncated ? until : null }]
}
