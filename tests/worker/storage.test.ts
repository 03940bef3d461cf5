import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inProject } from '../../harness/local/run.ts'
import { ownApp } from '../../harness/own-app.ts'

const app = await ownApp({ questions: false })

async function all<Row>(sql: string): Promise<Row[]> {
  return (await app.db.prepare(sql).all<Row>()).results
}

describe('the migrated database', () => {
  it('has no table and no column that neither the worker, the local set-up nor a command names', async () => {
    const source = globSync('{src/worker,harness/local,scripts}/**/*.ts', { cwd: inProject('.') })
      .map((path) => readFileSync(inProject(path), 'utf8'))
      .join()
    const columns = await all<{ name: string }>(
      `SELECT sqlite_master.name || '.' || column.name AS name
       FROM sqlite_master JOIN pragma_table_info(sqlite_master.name) AS column
       WHERE sqlite_master.type = 'table' AND sqlite_master.name NOT LIKE 'sqlite%'
         AND sqlite_master.name NOT LIKE '\\_cf%' ESCAPE '\\' AND sqlite_master.name <> 'd1_migrations'`,
    )
    expect(columns.length).toBeGreaterThan(100)
    const isNamed = (word: string) => new RegExp(`\\b${word}\\b`).test(source)
    const unused = columns
      .map(({ name }) => name.split('.') as [string, string])
      .filter(([table, column]) => !(isNamed(table) && isNamed(column)))
    expect(unused).toEqual([])
  })

  it('keeps a question’s day equal to the Tokyo day of its time', async () => {
    const insert = (day: string, time: string) =>
      app.db
        .prepare(
          `INSERT INTO question (id, questionnaire_id, topic_id, day, preview_at)
           VALUES (?1, 'q', 't', ?1, ?2)`,
        )
        .bind(day, Date.parse(time))
        .run()
    await app.db.batch([
      app.db.prepare("INSERT INTO questionnaire VALUES ('q', 'Q', 1)"),
      app.db.prepare("INSERT INTO category VALUES ('c')"),
      app.db.prepare("INSERT INTO topic VALUES ('t', 'c')"),
    ])
    await expect(insert('2025-11-20', '2025-11-20T15:00:00.000Z')).rejects.toThrow(/CHECK/)
    await expect(insert('2025-11-21', '2025-11-20T14:59:59.999Z')).rejects.toThrow(/CHECK/)
    await insert('2025-11-20', '2025-11-20T14:59:59.999Z')
    await insert('2025-11-21', '2025-11-20T15:00:00.000Z')
  })
})
