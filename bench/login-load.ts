/**
 * Cost of 20 concurrent logins for other people: the times of one client's requests (one D1 query each), one
 * after the other, without any login and while logins are under way, with the limits of production and with the raised ones.
 * Aim: p95 under 300 ms.
 *
 *   npx node bench/login-load.ts [rounds, default 20]
 */
import { startApp, type App } from '../harness/app.ts'
import { PASSWORD } from '../harness/credentials.ts'

const rounds = Number(process.argv[2] ?? 20)
const LOGINS = 20

const percentile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN

async function measure(limits: 'raised' | ''): Promise<void> {
  const app = await startApp({ questions: false, vars: { LIMITS: limits } })
  let connections = 0
  const post = (path: string, body: object) =>
    app.fetch(`/service/auth/v1${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'CF-Connecting-IP': `198.18.${connections >> 8}.${connections++ & 255}`,
      },
      body: JSON.stringify(body),
    })
  const emails = Array.from({ length: LOGINS }, (_, person) => `person${person}@example.com`)
  for (const email of emails)
    await post('/user/register', { newEmail: email, newPassword: PASSWORD })
  await app.db.prepare('UPDATE user SET activated_at = 1').run()

  const statuses = new Map<number, number>()
  const logins = async () => {
    const body = (email: string) => ({ email, password: PASSWORD })
    for (const response of await Promise.all(
      emails.map((email) => post('/user/login', body(email))),
    )) {
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      await response.text()
    }
  }
  const quiet = await probed(app, () => new Promise((resolve) => setTimeout(resolve, 1000)))
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(...(await probed(app, logins)))
  await app.stop()
  const byStatus = JSON.stringify(Object.fromEntries(statuses))
  console.log(`limits ${limits || 'of production'}: logins by status ${byStatus}`)
  console.log(`  unrelated request without logins: ${figures(quiet)}`)
  console.log(`  unrelated request during logins:  ${figures(times)}`)
}

/** The times of one client's requests, each ten milliseconds after the last response, until `work` is done. */
async function probed(app: App, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const done = new AbortController()
  const client = async () => {
    while (!done.signal.aborted) {
      const started = performance.now()
      const response = await app.fetch('/service/auth/v1/admin/service/maintenance')
      await response.text()
      times.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const probing = client()
  await work()
  done.abort()
  await probing
  return times
}

function figures(times: number[]): string {
  const [median, p95, worst] = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(0))
  return `${times.length} samples, median ${median} ms, p95 ${p95} ms, worst ${worst} ms`
}

await measure('')
await measure('raised')
