import { LEFT_OUT, type Table } from './manifest.ts'

/** SQLite's own tables and those of D1. */
const OWN = "substr(master.name, 1, 7) <> 'sqlite_' AND substr(master.name, 1, 4) <> '_cf_'"

const STATEMENTS = `
  SELECT master.type, master.sql FROM sqlite_master AS master
  WHERE master.sql IS NOT NULL AND ${OWN} ORDER BY master.rowid`

const COLUMNS = `
  SELECT master.name AS "table", info.name, info.pk
  FROM sqlite_master AS master, pragma_table_info(master.name) AS info
  WHERE master.type = 'table' AND ${OWN} ORDER BY master.name, info.cid`

const REFERENCES = `
  SELECT master.name AS "table", list."from" AS "column", list."table" AS target, list."to", list.on_delete AS onDelete
  FROM sqlite_master AS master, pragma_foreign_key_list(master.name) AS list
  WHERE master.type = 'table' AND ${OWN}`

const SCHEMA = 'SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1'

export interface Schema {
  /** The last migration. */
  name: string
  tablesSql: string[]
  othersSql: string[]
  /** Every table that is copied, children before the tables that they refer to. */
  tables: Table[]
}

/** The schema of the database, as it is now. Generated columns are no columns of a copy. */
export async function readSchema(db: D1Database): Promise<Schema> {
  const [statements, columns, references, last] = (await db.batch([
    db.prepare(STATEMENTS),
    db.prepare(COLUMNS),
    db.prepare(REFERENCES),
    db.prepare(SCHEMA),
  ])) as [
    D1Result<{ type: string; sql: string }>,
    D1Result<{ table: string; name: string; pk: number }>,
    D1Result<{ table: string; column: string; target: string; to: string; onDelete: string }>,
    D1Result<{ name: string }>,
  ]
  const names = [...new Set(columns.results.map(({ table }) => table))]
  const tables = names
    .filter((name) => !LEFT_OUT.includes(name))
    .map((name): Table => {
      const own = columns.results.filter(({ table }) => table === name)
      const key = own.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
      if (key.length === 0) throw new Error(`the table ${name} has no primary key`)
      return {
        name,
        columns: own.map((column) => column.name),
        key: key.map((column) => column.name),
        references: references.results
          .filter(({ table }) => table === name)
          .map(({ column, target, to, onDelete }) => ({
            column,
            table: target,
            to,
            isSetNull: onDelete === 'SET NULL',
          })),
      }
    })
  const isTable = ({ type }: { type: string }) => type === 'table'
  // Rows can refer to a column with a unique index, which therefore precedes them.
  const isUnique = ({ sql }: { sql: string }) => /^CREATE UNIQUE INDEX/i.test(sql)
  const { results: all } = statements
  const sqlOf = (some: typeof all) => some.map(({ sql }) => sql)
  return {
    name: last.results[0]?.name ?? '',
    tablesSql: sqlOf([...all.filter(isTable), ...all.filter(isUnique)]),
    othersSql: sqlOf(all.filter((one) => !isTable(one) && !isUnique(one))),
    tables: childrenFirst(tables),
  }
}

/**
 * A row is stored after the row that it refers to, so a child that is read first finds its parent in the copy, unless
 * the parent was deleted meanwhile.
 */
function childrenFirst(tables: readonly Table[]): Table[] {
  const parentsFirst = new Set<Table>()
  const visit = (table: Table, above: readonly Table[]) => {
    if (above.includes(table)) throw new Error(`the table ${table.name} refers to itself`)
    for (const reference of table.references) {
      const parent = tables.find(({ name }) => name === reference.table)
      if (parent) visit(parent, [...above, table])
    }
    parentsFirst.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...parentsFirst].toReversed()
}
