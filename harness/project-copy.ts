import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './local/run.ts'

/** Machine-specific files, and files that no script reads. */
const LEFT = ['.git', '.wrangler', '.dev.vars', '.secrets', '.astro', 'tests']

/**
 * A copy of the project, as a fresh clone after installation and build.
 * @param isBuildOwn copies `dist` instead of sharing it, since scripts of the copy write there
 */
export async function copyProject(
  isBuildOwn = false,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const shared = isBuildOwn ? ['node_modules'] : ['node_modules', 'dist']
  const left = [...LEFT, ...shared].map((name) => join(root, name))
  const folder = await mkdtemp(join(tmpdir(), 'ichimon-project-'))
  await cp(root, folder, {
    recursive: true,
    // The build's stamp has to stay newer than its output.
    preserveTimestamps: true,
    filter: (path) => !left.includes(path),
  })
  for (const name of shared) await symlink(join(root, name), join(folder, name))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
