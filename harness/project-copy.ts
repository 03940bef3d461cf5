import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './local/run.ts'

/** Machine-specific files, and files that no script reads. */
const LEFT = [
  '.git',
  '.wrangler',
  '.dev.vars',
  '.secrets',
  'deployment.json',
  '.astro',
  'tests',
  'node_modules',
]

/** A copy of the project, as a fresh clone after installation and build. */
export async function copyProject(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const left = LEFT.map((name) => join(root, name))
  const folder = await mkdtemp(join(tmpdir(), 'ichimon-project-'))
  await cp(root, folder, {
    recursive: true,
    // The build's stamp has to stay newer than its output.
    preserveTimestamps: true,
    filter: (path) => !left.includes(path),
  })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
