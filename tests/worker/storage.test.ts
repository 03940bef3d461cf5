import { is, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { SQLiteSyncDialect, SQLiteTable, getTableConfig } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as schema from '../../src/worker/db/schema.ts'
import { startApp, type App } from '../../harness/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ questions: false })
})
afterAll(() => app.stop())

const tables = Object.values(schema).filter((value) => is(value, SQLiteTable))
const configs = tables.map((table) => getTableConfig(table))
const dialect = new SQLiteSyncDialect({ casing: 'snake_case' })

async function all<Row>(sql: string): Promise<Row[]> {
  return (await app.db.prepare(sql).all<Row>()).results
}

interface Column {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}

describe('schema.ts and the migrated database', () => {
  test('have the same tables', async () => {
    const migrated = await all<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table'
        AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'd1_migrations'`,
    )
    expect(configs.map(({ name }) => name).sort()).toEqual(migrated.map(({ name }) => name).sort())
  })

  test.each(configs)('have the same columns in $name', async ({ name, columns, primaryKeys }) => {
    const migrated = await all<Column>(`PRAGMA table_info(${name})`)
    const composite = primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
    const typed = columns.map((column) => ({
      name: toSnakeCase(column.name),
      type: column.getSQLType().toUpperCase(),
      isRequired: column.notNull,
      isKey: column.primary || composite.includes(column.name),
      standard:
        column.hasDefault && column.default !== undefined
          ? String(Number(column.default) || column.default)
          : null,
    }))
    expect(
      typed.map(({ standard, ...column }) => ({ ...column, standard: plainDefault(standard) })),
    ).toEqual(
      migrated.map((column) => ({
        name: column.name,
        type: column.type,
        isRequired: column.notnull === 1 || column.pk > 0,
        isKey: column.pk > 0,
        standard: plainDefault(column.dflt_value),
      })),
    )
  })

  test.each(configs)('have the same indices on $name', async ({ name, indexes }) => {
    const list = await all<{ name: string; unique: number; origin: string }>(
      `PRAGMA index_list(${name})`,
    )
    const migrated = await Promise.all(
      list
        .filter(({ origin }) => origin === 'c')
        .map(async (index) => ({
          name: index.name,
          isUnique: index.unique === 1,
          columns: (await all<{ name: string }>(`PRAGMA index_info(${index.name})`)).map(
            (column) => column.name,
          ),
          where: await whereOf(index.name),
        })),
    )
    const typed = indexes.map(({ config }) => ({
      name: config.name,
      isUnique: config.unique,
      columns: config.columns.map((column) => toSnakeCase((column as { name: string }).name)),
      where: config.where ? sqlOf(config.where) : '',
    }))
    expect(typed.sort(byName)).toEqual(migrated.sort(byName))
  })
})

describe('the database itself', () => {
  test('keeps a question’s day equal to the Tokyo day of its time', async () => {
    const insert = (day: string, time: string) =>
      app.db
        .prepare(
          `INSERT INTO question (id, questionnaire_id, topic_id, day, preview_at, status, text, text_ja)
           VALUES (?1, 'q', 't', ?1, ?2, 0, 'text', '文')`,
        )
        .bind(day, Date.parse(time))
        .run()
    await app.db.batch([
      app.db.prepare("INSERT INTO questionnaire VALUES ('q', 'Q', 1)"),
      app.db.prepare("INSERT INTO category VALUES ('c', 'C', 'カ')"),
      app.db.prepare("INSERT INTO topic VALUES ('t', 'c', 'T', 'ト')"),
    ])
    await expect(insert('2025-11-20', '2025-11-20T15:00:00.000Z')).rejects.toThrow(/CHECK/)
    await expect(insert('2025-11-21', '2025-11-20T14:59:59.999Z')).rejects.toThrow(/CHECK/)
    await insert('2025-11-20', '2025-11-20T14:59:59.999Z')
    await insert('2025-11-21', '2025-11-20T15:00:00.000Z')
  })
})

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
const sqlOf = (where: SQL) => dialect.sqlToQuery(where).sql

/** Both sides as text without quotes; a flag's `false` is SQL's 0. */
function plainDefault(value: string | null): string | null {
  return value === null ? null : value.replace(/^'(.*)'$/, '$1').replace(/^false$/, '0')
}

async function whereOf(index: string): Promise<string> {
  const [row] = await all<{ sql: string }>(`SELECT sql FROM sqlite_master WHERE name = '${index}'`)
  return row!.sql.split(' WHERE ')[1] ?? ''
}
