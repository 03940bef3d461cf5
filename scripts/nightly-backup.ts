import { copyFileSync, globSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { HOUR_MS } from '../src/domain/durations.ts'
import { tokyoDay } from '../src/domain/question-day.ts'

/**
 * Copies a data folder while its server runs. Settings stay out: with the secret a copy opens everything.
 * SQLite files are consistent snapshots; pictures never change.
 */
export function copyData(data: string, to: string): void {
  const files = globSync('{d1,do,r2}/**/*', { cwd: data, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile() && !/-(wal|shm)$/.test(one.name))) {
    const from = join(file.parentPath, file.name)
    const target = join(to, from.slice(data.length))
    mkdirSync(dirname(target), { recursive: true })
    if (file.name.endsWith('.sqlite')) {
      const db = new DatabaseSync(from, { readOnly: true })
      db.prepare('VACUUM INTO ?').run(target)
      db.close()
    } else copyFileSync(from, target)
  }
}

/**
 * Makes the copy `<folder>/<day in Tokyo>` once a day, and deletes all but the newest.
 * @param keep days
 */
export function keepBackups(data: string, folder: string, keep: number): void {
  const ensure = () => {
    const day = tokyoDay(Date.now())
    const unfinished = join(folder, 'unfinished')
    try {
      mkdirSync(folder, { recursive: true })
      if (readdirSync(folder).includes(day)) return
      rmSync(unfinished, { recursive: true, force: true })
      copyData(data, unfinished)
      renameSync(unfinished, join(folder, day))
      const days = readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name))
      for (const old of days.sort().slice(0, -keep)) rmSync(join(folder, old), { recursive: true })
      console.log(JSON.stringify({ event: 'backup', day }))
    } catch (error) {
      console.log(
        JSON.stringify({ level: 'error', message: `No backup was made: ${String(error)}` }),
      )
    }
  }
  ensure()
  setInterval(ensure, HOUR_MS)
}
