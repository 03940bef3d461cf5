import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCloudflareApi, type CloudflareApi } from '../../harness/cloudflare-api.ts'
import { listen } from '../../harness/local/listen.ts'
import { questionPack, questionsOf } from '../../harness/local/question-pack.ts'
import { output, root } from '../../harness/local/run.ts'
import { prepareDatabase } from '../../scripts/local-database.ts'

/** Machine-specific files, and files that no script reads. */
const LEFT = '.git .wrangler .dev.vars .secrets deployment.json .astro tests node_modules'.split(
  ' ',
)

/** A copy of the project, as a fresh clone after installation and build. */
async function copyProject(): Promise<{ folder: string; remove: () => Promise<void> }> {
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

let project: Awaited<ReturnType<typeof copyProject>>
let api: CloudflareApi

beforeAll(async () => {
  project = await copyProject()
  api = await startCloudflareApi()
})
afterAll(async () => {
  await api?.stop()
  await project?.remove()
})

const deploy = (...args: string[]) => script('deploy', args)

function script(
  name: 'deploy' | 'operator',
  args: string[],
): Promise<{ code: number | null; written: string }> {
  api.changes.length = 0
  const child = spawn('node', ['scripts/bootstrap.mjs', `scripts/${name}.ts`, ...args], {
    cwd: project.folder,
    env: { ...process.env, ...api.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (written += data))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, written })))
}

const toml = () =>
  ['wrangler.toml', 'deployment.json'].map((name) => {
    const file = join(project.folder, name)
    return existsSync(file) && readFileSync(file, 'utf8')
  })
const secretFile = (name: string) => join(project.folder, '.secrets', `${name}.env`)
const operator = [
  'OPERATOR_NAME=一問 | Ichimon',
  'OPERATOR_ADDRESS=東京都 | Tokyo',
  'OPERATOR_CONTACT=hello@ichimon.example',
].flatMap((setting) => ['--set', setting])

async function countOf(database: string, sql: string) {
  const row = await api.database(database).prepare(sql).first<{ count: number }>()
  return row?.count
}

test('sends no request to the account without an address and an operator', async () => {
  const { code, written } = await deploy()
  expect(code).toBe(1)
  for (const name of ['PUBLIC_ORIGIN', 'OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_CONTACT'])
    expect(written).toContain(`npm run deploy -- --set '${name}=`)
  expect(api.changes).toEqual([])
})

test('refuses a wrong value before it is kept', async () => {
  const before = toml()
  const { code, written } = await deploy('--origin', 'ichimon.example')
  expect(code).toBe(1)
  expect(written).toMatch(/PUBLIC_ORIGIN must be an address/)
  expect(toml()).toEqual(before)
})

test('one command publishes to an empty account, and the next one keeps database, bucket, secrets and settings', async () => {
  const [tracked] = toml()
  const first = await deploy('--origin', 'https://ichimon.example', '--domain', ...operator)
  expect(first.code, first.written).toBe(0)
  expect(first.written).toContain('Mail is not set up')
  expect(first.written).not.toContain('No route')
  expect(first.written).not.toContain('Building…')

  const worker = api.workers.get('ichimon')!
  expect(worker.bindings.get('PUBLIC_ORIGIN')).toMatchObject({ text: 'https://ichimon.example' })
  expect(worker.bindings.get('OPERATOR_NAME')).toMatchObject({ text: '一問 | Ichimon' })
  expect([...worker.secrets].sort()).toEqual(['SECRET', 'VAPID_KEY'])
  expect([...api.buckets].sort()).toEqual(['ichimon-pictures'])
  expect(api.domains).toEqual(['ichimon.example'])
  expect(statSync(secretFile('production')).mode & 0o777).toBe(0o600)
  // Schema and questions precede the code that needs them.
  const order = ['POST /d1/database', 'import', 'PUT /workers/scripts/ichimon']
  const places = order.map((part) => api.changes.findIndex((line) => line.endsWith(part)))
  expect(places).toEqual([...places].sort((one, other) => one - other))
  expect(places).not.toContain(-1)
  expect(await countOf('ichimon', 'SELECT count(*) AS count FROM pack_question')).toBe(
    questionsOf(questionPack()).length,
  )

  // An upgrade is `git pull`.
  expect(toml()[0]).toBe(tracked)
  const [kept, secret] = [toml(), readFileSync(secretFile('production'), 'utf8')]
  const second = await deploy()
  expect(second.code, second.written).toBe(0)
  expect(api.changes.filter((line) => /^POST .*(?:database|buckets)$/.test(line))).toEqual([])
  expect([...api.workers.get('ichimon')!.secrets].sort()).toEqual(['SECRET', 'VAPID_KEY'])
  expect([toml(), readFileSync(secretFile('production'), 'utf8')]).toEqual([kept, secret])
})

test('staging has a worker, a database and an address of its own', async () => {
  const refused = await deploy('--env', 'staging')
  expect(refused.code).toBe(1)
  expect(refused.written).toContain("npm run deploy -- --env staging --set 'PUBLIC_ORIGIN=")
  const { code, written } = await deploy(
    '--env',
    'staging',
    '--origin',
    'https://next.ichimon.example',
  )
  expect(code, written).toBe(0)
  const staging = api.workers.get('ichimon-staging')!
  expect(staging.bindings.get('PUBLIC_ORIGIN')).toMatchObject({
    text: 'https://next.ichimon.example',
  })
  expect(staging.bindings.get('OPERATOR_NAME')).toMatchObject({ text: '一問 | Ichimon' })
  expect(api.workers.get('ichimon')!.uploads).toBe(2)
  expect(await countOf('ichimon-staging', 'SELECT count(*) AS count FROM question')).toBe(0)
  expect([...api.buckets].sort()).toEqual(['ichimon-pictures', 'ichimon-staging-pictures'])
  expect(api.domains.filter((domain) => domain !== 'ichimon.example')).toEqual([])
  const add = `INSERT INTO user (id, email, email_key, username, username_key, created_at, activated_at)
    VALUES ('u', 'a@b.example', 'a@b.example', 'hana', 'hana', 1, 1)`
  await api.database('ichimon-staging').prepare(add).run()
  const roles = (...words: string[]) => script('operator', ['roles', ...words, '--remote'])
  expect((await roles('grant', 'operator', 'hana', '--env', 'staging')).written).toContain(
    'now has',
  )
  expect((await roles('grant', 'operator', 'hana')).written).toContain('No activated account')
  api.failing = /\/query$/
  expect((await roles('list')).written).toMatch(/did not run the command.*unknown error/s)
  api.failing = undefined
  expect(readFileSync(secretFile('staging'), 'utf8')).not.toBe(
    readFileSync(secretFile('production'), 'utf8'),
  )
})

test('a secret is never replaced: not when it cannot be listed, and not when accounts depend on a lost one', async () => {
  api.failing = /\/secrets$/
  const failed = await deploy()
  api.failing = undefined
  expect(failed.code).toBe(1)
  expect(api.changes).toEqual([])

  const db = api.database('ichimon')
  await db
    .prepare(
      `INSERT INTO user (id, email, email_key, username, username_key, created_at)
       VALUES ('u', 'a@b.example', 'a@b.example', 'hana', 'hana', 1)`,
    )
    .run()
  api.workers.delete('ichimon')
  rmSync(secretFile('production'))
  const { code, written } = await deploy()
  expect(code).toBe(1)
  expect(written).toContain('Put your copy into .secrets/production.env')
  expect(api.workers.has('ichimon')).toBe(false)
})

test('a moved site gets its pictures, which are real ones only, from where it was', async () => {
  const db = api.database('ichimon')
  for (const id of ['gone', 'kept'])
    await db
      .prepare(`INSERT INTO picture (id, user_id, created_at) VALUES (?1, 'u', 1)`)
      .bind(id)
      .run()
  const before = await listen((request, response) => {
    const isThere = request.url === '/picture/kept'
    response.writeHead(200, { 'Content-Type': isThere ? 'image/png' : 'text/html' }).end('bytes')
  })
  const { written } = await script('operator', ['pictures', 'copy', before.origin, '--remote'])
  await before.stop()
  expect(written).toContain(`Pictures copied: 1; ${before.origin} has none of gone.`)
  expect(api.objects).toEqual({ 'ichimon-pictures/kept': 'image/png' })
})

test('the SQL of one machine, through D1’s import and export, is the same database', async () => {
  const [data, back] = [join(project.folder, 'data'), join(project.folder, 'back')]
  await prepareDatabase(data)
  const operator = (...args: string[]) => script('operator', args)
  await operator('backup', '--data', data, '--output', join(data, 'first.sql'))
  const wrangler = (...args: string[]) =>
    output('wrangler', ['d1', ...args, '--local'], { cwd: project.folder })
  await wrangler('execute', 'ichimon', '--yes', '--file', join(data, 'first.sql'))
  await wrangler('export', 'ichimon', '--output', join(data, 'd1.sql'))
  await operator('backup', 'restore', join(data, 'd1.sql'), '--data', back)
  await operator('backup', '--data', back, '--output', join(data, 'last.sql'))
  // D1's export has another order.
  const linesOf = (name: string) => readFileSync(join(data, name), 'utf8').split('\n').sort()
  expect(linesOf('first.sql').length).toBeGreaterThan(1000)
  expect(linesOf('last.sql')).toEqual(linesOf('first.sql'))
})

test('a dry run prints the plan and asks nothing of the account', async () => {
  const translator = [
    '--set',
    'TRANSLATOR=off',
    '--env',
    'other',
    '--origin',
    'https://other.example',
  ]
  const { code, written } = await deploy('--dry-run', '--domain', ...translator)
  expect(code, written).toBe(0)
  expect(written).toMatch(/1\. D1 database ichimon-other: found, or created/)
  expect(written).toMatch(/6\. ichimon-other: published/)
  expect(written).toContain('"pattern":"other.example","custom_domain":true')
  expect(written).toContain('--dry-run: exiting now')
  // With its banner Wrangler asks npm for updates.
  expect(written).not.toContain('⛅')
  expect(api.changes).toEqual([])
})
