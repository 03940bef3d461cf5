/**
 * What 20 concurrent logins cost somebody else: the times of an unrelated request (one D1 query) that is sent every
 * 10 ms while the logins are under way, with the limits of production and with the raised ones. Aim: p95 under 300 ms.
 *
 *   npx node bench/login-load.ts [rounds, default 20]
 */
import { startApp } from '../tests/app.ts'

const rounds = Number(process.argv[2] ?? 20)
const LOGINS = 20
const PASSWORD = 'Passw0rd!'

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

  const times: number[] = []
  const statuses = new Map<number, number>()
  for (let round = 0; round < rounds; round++) {
    const probes: Promise<void>[] = []
    const probe = async () => {
      const started = performance.now()
      const response = await app.fetch('/service/auth/v1/admin/service/maintenance')
      await response.text()
      times.push(performance.now() - started)
    }
    const timer = setInterval(() => probes.push(probe()), 10)
    const logins = emails.map((email) => post('/user/login', { email, password: PASSWORD }))
    for (const response of await Promise.all(logins)) {
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      await response.text()
    }
    clearInterval(timer)
    await Promise.all(probes)
  }
  await app.stop()
  console.log(
    `limits ${limits || 'of production'}: logins by status ${JSON.stringify(Object.fromEntries(statuses))}`,
  )
  console.log(
    `  unrelated request, ${times.length} samples: median ${percentile(times, 0.5).toFixed(0)} ms, ` +
      `p95 ${percentile(times, 0.95).toFixed(0)} ms, worst ${percentile(times, 1).toFixed(0)} ms`,
  )
}

await measure('')
await measure('raised')
