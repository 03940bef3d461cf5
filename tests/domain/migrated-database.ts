import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** @param stop the first migration that is left out */
export function migratedDatabase(stop?: string): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  const files = globSync('migrations/*.sql').sort()
  const end = files.findIndex((file) => stop && file.includes(stop))
  for (const file of files.slice(0, end < 0 ? undefined : end)) db.exec(readFileSync(file, 'utf8'))
  return db
}
