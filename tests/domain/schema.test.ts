import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'

it('can be exported and loaded: tables follow those that they refer to, and there is no view', () => {
  const db = new DatabaseSync(':memory:')
  for (const file of globSync('migrations/*.sql').sort()) db.exec(readFileSync(file, 'utf8'))
  const later = db.prepare(
    `SELECT child.name, parent.name AS parent
     FROM sqlite_master AS child JOIN pragma_foreign_key_list(child.name) AS reference
     JOIN sqlite_master AS parent ON parent.type = 'table' AND parent.name = reference."table"
     WHERE child.type = 'table' AND parent.rowid > child.rowid`,
  )
  expect(later.all()).toEqual([])
  expect(db.prepare("SELECT name FROM sqlite_master WHERE type = 'view'").all()).toEqual([])
})
