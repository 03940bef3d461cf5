import { globSync, readFileSync } from 'node:fs'
import { inProject } from './run.ts'

/** Applies pending migrations, each in one batch, and records them as `wrangler d1 migrations` does. */
export async function migrate(db: D1Database): Promise<void> {
  await db
    .prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT UNIQUE,
        applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
      )`,
    )
    .run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  for (const name of globSync('*.sql', { cwd: inProject('migrations') }).sort()) {
    if (applied.has(name)) continue
    await db.batch([
      db.prepare(readFileSync(inProject('migrations', name), 'utf8')),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ])
  }
}
