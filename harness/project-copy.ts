import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './local/run.ts'

/** Files of one machine or clone, and files that no script reads. */
const LEFT = ['.git', '.wrangler', '.dev.vars', '.secrets', '.astro', 'tests']

/**
 * A copy of the project in which scripts run as after a fresh clone that is installed and built.
 * @param isBuildOwn the copy's scripts write into `dist`, so that it is copied too instead of shared
 */
export async function copyProject(
  isBuildOwn = false,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const shared = isBuildOwn ? ['node_modules'] : ['node_modules', 'dist']
  const left = [...LEFT, ...shared].map((name) => join(root, name))
  const folder = await mkdtemp(join(tmpdir(), 'ichimon-project-'))
  await cp(root, folder, {
    recursive: true,
    // A build is known by a stamp that is newer than what it made.
    preserveTimestamps: true,
    filter: (path) => !left.includes(path),
  })
  for (const name of shared) await symlink(join(root, name), join(folder, name))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
