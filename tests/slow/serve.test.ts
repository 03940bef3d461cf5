import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { startApp } from '../../harness/app.ts'
import { freePort } from '../../harness/local/free-port.ts'
import { inProject } from '../../harness/local/run.ts'
import { operate } from '../../scripts/operator.ts'
import { databaseOfTarget } from '../../scripts/operator/database.ts'
import { startMailServer } from '../worker/mail-server.ts'
import { rawGet } from '../../harness/raw-request.ts'

const folder = mkdtempSync(join(tmpdir(), '一問 serve-'))
const data = join(folder, 'data')
const env = join(data, 'ichimon.env')
const backups = join(folder, 'backups')
afterAll(() => rmSync(folder, { recursive: true }))

async function serving(from: string, ...words: string[]) {
  const port = await freePort()
  const args = [inProject('scripts/serve.ts'), '--data', from, '--env', env, ...words]
  const server = spawn(process.execPath, args, { env: { ...process.env, PORT: String(port) } })
  onTestFinished(() => void server.kill('SIGKILL'))
  const exit = once(server, 'exit').then(([code]) => code as number)
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (data) => (output += data))
  return {
    server,
    exit,
    output: () => output,
    serves: () => expect.poll(() => output).toContain('"event":"serving"'),
    send: (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { ...init, redirect: 'manual' }),
  }
}

it('says in a sentence which file or folder it cannot use', async () => {
  const [file, others] = [join(folder, 'file'), join(folder, 'others')]
  writeFileSync(file, '# Mail\nMAIL_FROM: a@ichimon.example', { mode: 0o600 })
  mkdirSync(others, { mode: 0o700 })
  const refusals: [string[], RegExp][] = [
    [[file], /^EEXIST: .*'\n$/],
    [[data, '--env', folder], /^EISDIR: .*\n$/],
    [[data, '--backups', join(folder, 'nights')], /^ENOENT: .*'\n$/],
    [[data, '--env', file], /^Line 2 of .*\n$/],
  ]
  if (process.getuid!() === 0) {
    chownSync(others, 1, 1)
    refusals.push([[others], /^.* is of another user: run this by sudo -u '#1'\.\n$/])
  }
  for (const [[from, ...words], sentence] of refusals) {
    const { exit, output } = await serving(from!, '--check', ...words)
    expect([await exit, output()]).toEqual([1, expect.stringMatching(sentence)])
  }
})

it('names each missing setting with a line that sets it, and keeps the secrets it made', async () => {
  const { exit, output } = await serving(data, '--check')
  expect(await exit).toBe(1)
  const said = output()
  for (const name of ['PUBLIC_ORIGIN', 'OPERATOR_NAME', 'MAIL_TRANSPORT', 'TRUSTED_PROXY'])
    expect(said).toMatch(new RegExp(`^  ${name}="`, 'm'))
  // The lines it prints are what it needs.
  appendFileSync(env, said.match(/^ {2}[A-Z_]+=".*"$/gm)!.join('\n'))
  const secret = /^SECRET=.*$/m.exec(readFileSync(env, 'utf8'))![0]
  appendFileSync(env, '\nDEVELOPMENT="on"\n')
  const refused = await serving(data, '--check')
  expect(await refused.exit).toBe(1)
  expect(refused.output()).toContain('DEVELOPMENT must not be set.')
  appendFileSync(env, 'DEVELOPMENT=""\n')
  const complete = await serving(data, '--check')
  expect(await complete.exit).toBe(0)
  expect(readFileSync(env, 'utf8')).toContain(secret)
})

it('serves a community: no demonstration, real limits, mail by SMTP, addresses from the proxy alone', async () => {
  const mail = await startMailServer('password')
  const lines = Object.entries(mail.vars).map(([name, value]) => `${name}="${value}"\n`)
  appendFileSync(env, lines.join(''))
  const { server, exit, send, serves, output } = await serving(data, '--backups', backups)
  await serves()

  expect((await send('/dev/outbox')).status).toBe(404)
  const home = await send('/ja')
  expect(await home.text()).toContain('href="https://ichimon.example/ja"')
  // The proxy has ended TLS.
  expect(home.headers.get('Strict-Transport-Security')).toContain('max-age=')
  expect(home.headers.get('Set-Cookie')).toContain('Secure')
  const address = async (headers: Record<string, string>) =>
    (await (await send('/service/ip', { headers })).json()) as unknown
  expect(await address({ 'X-Forwarded-For': '192.0.2.1, 198.51.100.7' })).toEqual({
    ip: '198.51.100.7',
  })
  expect(await address({ 'CF-Connecting-IP': '192.0.2.1' })).toEqual({ ip: '127.0.0.1' })

  const register = async (name: string, from: string) => {
    const body = JSON.stringify({ newEmail: `${name}@mail.example`, newPassword: 'Kumoyam4!' })
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from }
    return (await send('/service/auth/v1/user/register/', { method: 'POST', headers, body })).status
  }
  expect(await register('hana', '192.0.2.1')).toBe(200)
  await send('/service/auth/v1/user/register/complete/?language=ja&email=hana@mail.example')
  await expect.poll(() => mail.received.map(({ to }) => to)).toEqual([['hana@mail.example']])
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) statuses.push(await register(`a${n}`, '198.51.100.7'))
  expect([statuses.indexOf(403), await register('b', '203.0.113.5')]).toEqual([20, 200])

  const operator = (...words: string[]) => operate(['--data', data, ...words], databaseOfTarget)
  expect(await operator('roles', 'list')).toContain('roles grant operator')
  const execute = databaseOfTarget({ isRemote: false, data })
  expect(await execute('SELECT count(*) AS n FROM user')).toEqual([{ n: 22 }])
  await execute("UPDATE user SET activated_at = 1 WHERE email = 'hana@mail.example'")
  await operator('roles', 'grant', 'operator', 'hana@mail.example')
  expect(await operator('roles', 'list')).toMatch(/^operator /)

  const second = await serving(data)
  expect(await second.exit).toBe(1)
  expect(second.output()).toContain(`Process ${server.pid} uses the data of this folder.`)

  for (const file of globSync('**/*', { cwd: folder }))
    expect(statSync(join(folder, file)).mode & 0o077, file).toBe(0)
  const { readable, writable } = new TransformStream<string, string>()
  const slow = send('/service/auth/v1/user/register/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: readable.pipeThrough(new TextEncoderStream()),
    duplex: 'half',
  } as RequestInit)
  const upload = writable.getWriter()
  await upload.write('{"newEmail":"slow@mail.example",')
  // Each password is hashed for a while.
  const open = Array.from({ length: 20 }, (_, n) => register(`late${n}`, `203.0.113.${n}`))
  await Promise.race(open)
  server.kill('SIGTERM')
  const answers = await Promise.all(open)
  expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect((await send('/ja')).status).toBe(503)
  await upload.write('"newPassword":"Kumoyam4!"}')
  await upload.close()
  expect((await slow).status).toBe(200)
  expect(await exit).toBe(0)
  for (const line of output().match(/^(?!\(|$).+/gm)!) JSON.parse(line)
  await mail.stop()
})

it('serves a copy of a night', async () => {
  const [night] = globSync('*', { cwd: backups })
  const { server, exit, serves } = await serving(join(backups, night!))
  await serves()
  expect(globSync('**/*.env', { cwd: backups })).toEqual([])
  server.kill('SIGTERM')
  expect(await exit).toBe(0)
})

it('npm start answers loopback names only', async () => {
  const app = await startApp({ questions: false, serving: { edge: { isLocalOnly: true } } })
  onTestFinished(() => app.stop())
  const statusOf = async (Host: string) => (await rawGet(app.origin, '/healthz', { Host })).status
  expect(await statusOf('ichimon.example')).toBe(421)
  expect(await statusOf('localhost.ichimon.example:8787')).toBe(421)
  for (const host of ['localhost:8787', '127.0.0.1', '[::1]:8787'])
    expect(await statusOf(host)).toBe(200)
})
