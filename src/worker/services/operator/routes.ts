import { operatorCalls } from '../../../contract/contract.ts'
import { createService, type Handler } from '../../http/create-service.ts'
import * as announcements from './announcements.ts'
import * as changePerson from './change-person.ts'
import * as glance from './glance.ts'
import * as people from './people.ts'
import * as importing from './import.ts'
import * as pool from './pool.ts'
import * as schedule from './calendar.ts'
import * as writeQuestion from './write-question.ts'
import { audit } from '../../cases/audit.ts'
import { now } from '../../config/clock.ts'

const PAGE = 500

/** ?1 (exclusive) and ?2 (inclusive) delimit the page. Discarded objects still await deletion. */
const KNOWN = `
  SELECT id, 1 AS isPicture FROM picture WHERE id > ?1 AND id <= ?2
  UNION ALL SELECT id, 0 FROM discarded_picture WHERE id > ?1 AND id <= ?2`

const DISCARD = `
  INSERT INTO discarded_picture (id, discarded_at)
  SELECT value, ?2 FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`

/** Sorts after every id, which has URL-safe characters only. */
const LAST = '~'

/** Compares bucket and table in the order of ids. Skips cards, whose keys contain a slash. */
const checkPictures: Handler<'checkPictures'> = async (c, { after = '', repair = false }) => {
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
  const pictureIds = new Set(results.map(({ id }) => id))
  const stored = new Set(keys)
  const strays = keys.filter((key) => !pictureIds.has(key))
  const missing = results.filter(({ id, isPicture }) => isPicture && !stored.has(id))
  if (repair && strays.length > 0)
    await env.DB.batch([
      env.DB.prepare(DISCARD).bind(JSON.stringify(strays), now(env)),
      audit(env, caller, 'pictures.repair', strays[0]!, `${strays.length}`),
    ])
  return [{ strays, missing: missing.map(({ id }) => id), next: listed.truncated ? until : null }]
}

/** `docs/decisions/0017-operator-desk.md` */
export const operatorService = createService(operatorCalls, {
  checkPictures,
  ...announcements,
  ...changePerson,
  ...glance,
  ...people,
  ...importing,
  ...pool,
  ...schedule,
  ...writeQuestion,
})
