import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../harness/local/free-port.ts'
import { inProject, output } from '../../harness/local/run.ts'

const folder = mkdtempSync(join(tmpdir(), '一問 release-'))
const data = join(folder, 'data')
/** Neither npm nor Node is on it. */
const env = { PATH: '/usr/bin:/bin', HOME: '/nonexistent' } as unknown as NodeJS.ProcessEnv
let site: string

beforeAll(async () => {
  await output(process.execPath, [inProject('scripts/release.ts'), '--out', folder])
  const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz'))!
  execFileSync('tar', ['-xzf', archive], { cwd: folder })
  site = join(folder, archive.replace('.tar.gz', ''))
})
afterAll(() => rmSync(folder, { recursive: true }))

const analyzer = '/usr/bin/systemd-analyze'

it.skipIf(!existsSync(analyzer))('has a unit that systemd accepts', () => {
  const unit = readFileSync(join(site, 'deploy/ichimon.service'), 'utf8')
  const file = join(folder, 'ichimon.service')
  writeFileSync(file, unit.replace('/opt/ichimon/ichimon', '/bin/true'))
  const { stderr, status } = spawnSync(analyzer, ['verify', file], { encoding: 'utf8' })
  expect([stderr, status]).toEqual(['', 0])
})

it.skipIf(process.getuid!() !== 0)('serves behind nginx and Caddy on a bare Debian', async () => {
  const written = await output('bash', [inProject('deploy/rehearse.sh'), folder], {
    env: { ...process.env, PORT: String(await freePort()) },
  })
  expect(written).toMatch(/^rehearsed$/m)
})

it('has its version in its name, and a checksum', async () => {
  expect(await output('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder })).toMatch(/OK\n$/)
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
    version: string
  }
  expect(basename(site)).toBe(`ichimon-${version}-${process.platform}-${process.arch}`)
})

it('serves and is operated where neither Node nor npm is installed, and nothing can be written beside it', async () => {
  mkdirSync(data)
  const settings = {
    PUBLIC_ORIGIN: 'https://ichimon.example',
    OPERATOR_NAME: '一問 | Ichimon',
    OPERATOR_ADDRESS: '東京 | Tokyo',
    OPERATOR_CONTACT: 'contact@ichimon.example',
    OPERATOR_LAW: '日本法 | the laws of Japan',
    MAIL_TRANSPORT: 'smtp',
    MAIL_FROM: 'hello@ichimon.example',
    SMTP_HOST: 'smtp.example',
    TRUSTED_PROXY: 'X-Forwarded-For',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`)
  writeFileSync(join(data, 'ichimon.env'), lines.join(''))
  execFileSync('chmod', ['-R', 'a-w', site])
  const ichimon = join(site, 'ichimon')
  const port = await freePort()
  const server = spawn(ichimon, ['serve', '--data', 'data'], {
    cwd: folder,
    env: { ...env, PORT: String(port) },
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (data) => (said += data))
  await expect.poll(() => said).toContain('"event":"serving"')
  expect(said).not.toContain('Building')
  const page = await fetch(`http://127.0.0.1:${port}/ja`)
  expect(await page.text()).toContain('https://ichimon.example/ja')
  const operate = (...words: string[]) =>
    execFileSync(ichimon, ['operator', ...words], { cwd: folder, env, encoding: 'utf8' })
  expect(operate('--data', 'data', 'roles', 'list')).toContain(
    '  ichimon operator roles grant operator',
  )
  const help = execFileSync(ichimon, ['--help'], { env, encoding: 'utf8' })
  expect(help).toContain('ichimon serve|operator')
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
  execFileSync('chmod', ['-R', 'u+w', site])
})
