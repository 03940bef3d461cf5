import { spawn, type ChildProcess } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import demonstration from '../../questions/demonstration.json' with { type: 'json' }
import { copyProject } from '../../harness/project-copy.ts'
import { freePort } from '../../harness/local/free-port.ts'
import { serviceNames } from '../../src/contract/bases.ts'
import { PASSWORD } from '../../harness/credentials.ts'

let project: Awaited<ReturnType<typeof copyProject>>
const children: ChildProcess[] = []

beforeAll(async () => {
  project = await copyProject()
})
afterAll(async () => {
  await Promise.all(children.map(end))
  await project.remove()
})

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** An npm script of the copy as a process, once it has said its last line. @returns what it wrote until then */
function started(script: string, port: number, last: string): Promise<string> {
  const file = `scripts/${script}.ts`
  const child = spawn('node', ['scripts/bootstrap.mjs', file], {
    cwd: project.folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    let written = ''
    const hear = (data: Buffer) => {
      written += data.toString()
      if (written.includes(last)) resolve(written)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', () => reject(new Error(written)))
  })
}

/** Output of an npm script of the copy until it ends. */
async function written(script: string, words: string[]): Promise<string> {
  const child = spawn('node', ['scripts/bootstrap.mjs', `scripts/${script}.ts`, ...words], {
    cwd: project.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (data: Buffer) => (text += data.toString()))
  child.stderr.on('data', (data: Buffer) => (text += data.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return text
}

test('an operator starts the services, tells a site of them, and names the first operator', async () => {
  const [servicesPort, sitePort] = [await freePort(), await freePort()]
  const said = await started('services', servicesPort, 'npm start')
  const settings = said.match(/^ {2}[A-Z]+_SERVICE_URL=\S+/gm)?.map((line) => line.trim()) ?? []
  expect(settings).toHaveLength(serviceNames.length)
  await appendFile(join(project.folder, '.dev.vars'), `${settings.join('\n')}\n`)
  await started('start', sitePort, 'Ctrl-C')

  const site = `http://127.0.0.1:${sitePort}`
  const health = await fetch(`${site}/healthz`)
  expect([health.status, await health.json()]).toEqual([
    200,
    { results: { alarms: [], database: true, problems: [], remote: [...serviceNames] } },
  ])

  const call = async <Result>(method: string, path: string, body?: object, token?: string) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    }
    const response = await fetch(`${site}/service${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status, `${method} ${path}`).toBeLessThan(300)
    return ((await response.json()) as { results: Result }).results
  }
  const email = 'operator@example.com'
  const person = { newEmail: email, newPassword: PASSWORD }
  const { accessToken } = await call<{ accessToken: string }>(
    'POST',
    '/auth/v1/user/register/',
    person,
  )
  await call('GET', `/auth/v1/user/register/complete/?email=${email}&language=ja`)
  const outbox = `http://127.0.0.1:${servicesPort}/dev/outbox.json?to=${email}`
  const codeIn = async () => /\b\d{6}\b/.exec(await (await fetch(outbox)).text())?.[0]
  await expect.poll(codeIn).toBeDefined()
  const activation = { email, passcode: await codeIn(), language: 'ja' }
  await call('PUT', '/auth/v1/user/status/activated', activation)

  const [list] = await call<{ questionnaireId: string }[]>(
    'GET',
    '/quest/v1/questionnaire?status=1',
  )
  const query = `questionnaireId=${list!.questionnaireId}&findStatus=1,2`
  const [question] = await call<{ questionId: string }[]>(
    'GET',
    `/quest/v1/question/comment?${query}`,
  )
  const text = '別のプロセスから'
  await call('POST', '/comment/v1/comment', { questionId: question!.questionId, text }, accessToken)
  const page = await fetch(`${site}/theme_details?themeID=${question!.questionId}`)
  expect(await page.text()).toContain(text)

  // The commands of the operator reach the site's database through Wrangler.
  const operator = (...words: string[]) => written('operator', words)
  const [name] = demonstration.people as [string]
  expect(await operator('roles', 'grant', 'operator', name)).toContain('now has the role operator')
  expect(await operator('roles', 'list')).toContain(name)
})
