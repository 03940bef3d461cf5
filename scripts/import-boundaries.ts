import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { inProject, root } from '../harness/local/run.ts'

/**
 * Layers: code imports only from its own folder and from folders above it in this list.
 * A file belongs to the longest matching folder.
 */
const layers = `
  locales public questions src/domain src/contract src/i18n src/styles src/api src/stores src/browser
  src/islands src/components src/layouts src/worker/config src/worker/logging src/worker/http
  src/worker/db src/worker/keys src/worker/mail src/worker/identity src/worker/http/create-service.ts
  src/worker/cases src/worker/live src/worker/pictures src/worker/translators
  src/worker/account-deletion src/worker/reminders src/worker/alarms src/worker/services/question
  src/worker/services/auth src/worker/services/comment src/worker/services/user
  src/worker/services/account src/worker/services/moderation src/worker/services/operator
  src/worker/services src/worker/remote src/worker/pages src/worker/page-cache src/worker/cards
  src/worker/dev src/pages src/worker/gateway src/worker/jobs src/worker src/service-worker harness
  scripts bench tests`
  .trim()
  .split(/\s+/)

const forbidden: { from: RegExp; to: RegExp; reason: string }[] = [
  {
    from: /^src\/worker/,
    to: /^src\/(?:api|stores|browser|islands|components|layouts)$/,
    reason: 'the worker imports nothing of the browser',
  },
  {
    from: /^src\/components$/,
    to: /^src\/(?:api|stores|browser|islands)$/,
    reason: 'components are HTML alone',
  },
  {
    from: /^src\/pages$/,
    to: /^src\/(?:api|stores|worker\/(?:services|db|identity|mail|live|pictures))/,
    reason: 'pages reach data through the services of `worker/remote`',
  },
  {
    from: /^src\/worker\/services\/\w+$/,
    to: /^src\/worker\/services(?:\/\w+)$/,
    reason: 'a service never imports another',
  },
]

/** Nothing below `src/domain` may import a package. `tlds` is data without code. */
const isPackage = (specifier: string) => !specifier.startsWith('.') && specifier !== 'tlds'

const IMPORT =
  /^\s*(?:import|export)\b[^'"]*?\bfrom\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]/gm

function folderOf(path: string): string | undefined {
  return layers
    .filter((folder) => path.startsWith(`${folder}/`) || path === folder)
    .sort((a, b) => b.length - a.length)[0]
}

function forbiddenImports(): string[] {
  const files = globSync('{src,harness,scripts,bench,tests}/**/*.{ts,tsx,astro,mjs,js}', {
    cwd: root,
  })
  return files.flatMap((file) => {
    const from = folderOf(file)
    if (!from) return [`${file}: its folder is missing in scripts/import-boundaries.ts`]
    const source = readFileSync(inProject(file), 'utf8')
    const specifiers = Array.from(source.matchAll(IMPORT), ([, a, b, c]) => a ?? b ?? c ?? '')
    return specifiers.flatMap((specifier) => {
      if (isPackage(specifier)) {
        return from === 'src/domain'
          ? [`${file} imports ${specifier}: domain imports no package`]
          : []
      }
      const target = normalize(join(dirname(file), specifier.replace(/\?.*$/, '')))
      const to = folderOf(target)
      if (!to || to === from) return []
      const rule = forbidden.find((one) => one.from.test(from) && one.to.test(to))
      if (rule) return [`${file} imports ${target}: ${rule.reason}`]
      if (layers.indexOf(to) < layers.indexOf(from)) return []
      return [`${file} imports ${target}: ${to} is not above ${from}`]
    })
  })
}

if (import.meta.main) {
  const violations = forbiddenImports()
  violations.forEach((line) => console.error(line))
  process.exit(violations.length === 0 ? 0 : 1)
}
