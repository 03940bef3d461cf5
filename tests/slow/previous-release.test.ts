import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type App } from '../../harness/app.ts'
import { inProject, output, root } from '../../harness/local/run.ts'
import { createPerson } from '../../harness/people.ts'
import { activePerson, auth, login, sentCode } from '../../harness/steps/auth-calls.ts'
import {
  deleteAccount,
  deletionCode,
  NEW_PASSWORD,
  resetPassword,
} from '../../harness/steps/passcode-calls.ts'
import { call } from '../../harness/steps/service-calls.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'

/**
 * Tag of the last release, which runs while newer migrations are applied, and to which `wrangler rollback` returns.
 * Publishing updates it.
 */
const PREVIOUS_RELEASE = 'v1.0.0'

/** A download without history has no earlier release. */
const hasHistory = (() => {
  try {
    execFileSync('git', ['cat-file', '-e', `${PREVIOUS_RELEASE}^{commit}`], {
      cwd: root,
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
})()

describe.skipIf(!hasHistory)('the previous release on the schema of this one', () => {
  let folder: string
  let app: App

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ichimon-previous-'))
    const archive = execFileSync('git', ['archive', PREVIOUS_RELEASE], {
      cwd: root,
      maxBuffer: 2 ** 28,
    })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    await symlink(inProject('node_modules'), join(folder, 'node_modules'))
    // In its folder, because the configuration reads files of the project.
    await output('astro', ['build'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    })
    // Use the database prepared here, not that of its configuration.
    const file = join(folder, 'dist/server/wrangler.json')
    const config = JSON.parse(await readFile(file, 'utf8'))
    const { d1_databases } = JSON.parse(
      await readFile(inProject('dist/server/wrangler.json'), 'utf8'),
    )
    await writeFile(file, JSON.stringify({ ...config, d1_databases }))
    app = await startApp({ serving: { dist: join(folder, 'dist') } })
  })
  afterAll(async () => {
    await app?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test.each(['/ja', '/en', '/ja/recent_theme', '/en/terms', '/feed/ja.xml', '/sitemap.xml'])(
    'serves %s',
    async (path) => {
      expect((await app.fetch(path)).status).toBe(200)
    },
  )

  test('a person registers, logs in, and goes on with the session', async () => {
    const { email } = await activePerson(app)
    const { status, body } = await login(app, email)
    expect(status).toBe(200)
    const refreshed = await auth(app, 'POST /user/token/', {
      body: { token: body.results.updateToken },
    })
    expect(refreshed.status).toBe(200)
  })

  test('codes set a new password and delete the account', async () => {
    const { email } = await activePerson(app)
    const reset = await sentCode(app, email, 'passwordReset')
    expect((await resetPassword(app, email, reset)).status).toBe(202)
    const { accessToken } = (await login(app, email, NEW_PASSWORD)).body.results
    const code = await deletionCode(app, { email, accessToken })
    expect((await deleteAccount(app, accessToken, code)).status).toBe(205)
  })

  test('a person reads the question, posts, reads the history, and deletes the post', async () => {
    await app.triggerCron()
    const { authorization, userId } = await createPerson(app)
    const headers = { Authorization: authorization, 'Idempotency-Key': 'key' }
    const send = async (line: string, status: number, body?: object) => {
      const response = await call(app, 'comment', line, { headers, body })
      expect(response.status, line).toBe(status)
      return response.body.results
    }
    const questionId = await todaysQuestionId(app)
    const post = { questionId, text: '読書です' }
    const [posted] = await send('POST /comment', 200, post)
    const [repeated] = await send('POST /comment', 200, post)
    expect(repeated.commentId).toBe(posted.commentId)
    const isOnPage = async () => (await (await app.fetch('/ja')).text()).includes(posted.commentId)
    await expect.poll(isOnPage).toBe(true)
    const history = await send(`GET /comment?userId=${userId}`, 200)
    expect(history).toMatchObject([{ text: '読書です' }])
    await send('DELETE /comment', 205, { commentId: posted.commentId })
    await expect.poll(isOnPage).toBe(false)
    await app.triggerCron()
    expect(app.logs.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})
