import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { it } from 'vitest'
import { inProject, output, root } from '../../harness/local/run.ts'
import { copyProject } from '../../harness/project-copy.ts'
import { changedFiles, sourceWithThirdLanguage } from '../../harness/third-language.ts'
import { ensureBindingTypes } from '../../scripts/check.ts'

it('needs nothing but the list, the strings and their import to type-check', async () => {
  await ensureBindingTypes()
  const { folder, remove } = await copyProject()
  const inCopy = (file: string) => join(folder, relative(root, file))
  for (const file of changedFiles) await writeFile(inCopy(file), sourceWithThirdLanguage(file)!)
  const config = {
    extends: './tsconfig.json',
    include: [inProject('.astro/types.d.ts'), '*.d.ts', 'src'],
    compilerOptions: { skipLibCheck: true },
  }
  await writeFile(join(folder, 'tsconfig.src.json'), JSON.stringify(config))
  const compiler = 'node_modules/typescript-7/bin/tsc'
  const args = [compiler, '--noEmit', '--singleThreaded', '--project', 'tsconfig.src.json']
  await output(process.execPath, args, { cwd: folder }).finally(remove)
})
