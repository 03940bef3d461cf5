import { config } from '../config/config.ts'
import { seal, sealMark, unseal } from '../keys/seal.ts'
import { log } from '../logging/log.ts'

/** Columns sealed by moderation, with the purpose of their key. */
const SEALED = [
  { table: 'moderation_case', column: 'sealed_text', id: 'comment_id' },
  { table: 'report', column: 'sealed_form', id: 'reference' },
  { table: 'report', column: 'sealed_email', id: 'reference' },
  { table: 'rights_request', column: 'sealed_form', id: 'reference' },
  { table: 'rights_request', column: 'sealed_reply', id: 'reference' },
  { table: 'appeal', column: 'sealed_text', id: 'reference' },
] as const

const PAGE = 100
const MAX_RESEALED = 1000

/** Texts outlive a change of `SECRET`. Logged `unreadable` values fit neither secret. */
export async function reseal(env: Env): Promise<void> {
  if (!config(env).previousSecret) return
  const mark = await sealMark(config(env), 'moderation')
  const counts = { resealed: 0, unreadable: 0 }
  for (const sealed of SEALED) await resealColumn(env, sealed, mark, counts)
  if (counts.resealed + counts.unreadable > 0) log(env, 'info', 'reseal', counts)
}

async function resealColumn(
  env: Env,
  { table, column, id }: (typeof SEALED)[number],
  mark: string,
  counts: { resealed: number; unreadable: number },
): Promise<void> {
  const read = env.DB.prepare(
    `SELECT ${id} AS id, ${column} AS sealed FROM ${table}
     WHERE ${id} > ?1 AND ${column} <> '' AND substr(${column}, 1, ${mark.length}) <> ?2
     ORDER BY ${id} LIMIT ${PAGE}`,
  )
  const write = env.DB.prepare(
    `UPDATE ${table} SET ${column} = ?3 WHERE ${id} = ?1 AND ${column} = ?2`,
  )
  let after = ''
  for (let done = 0; done < MAX_RESEALED; done += PAGE) {
    const { results } = await read.bind(after, mark).all<{ id: string; sealed: string }>()
    const statements: D1PreparedStatement[] = []
    for (const row of results) {
      const value = await unseal<unknown>(env, 'moderation', row.id, row.sealed)
      if (value === undefined) counts.unreadable++
      else
        statements.push(
          write.bind(row.id, row.sealed, await seal(env, 'moderation', row.id, value)),
        )
    }
    if (statements.length > 0) await env.DB.batch(statements)
    counts.resealed += statements.length
    if (results.length < PAGE) return
    after = results.at(-1)!.id
  }
}
