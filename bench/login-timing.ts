/**
 * Whether the time of a refused call tells that an address has an account: the area under the ROC curve of the times
 * of known against unknown addresses. 0.5 tells nothing; the aim is 0.45 to 0.55.
 *
 *   npx node bench/login-timing.ts [pairs, default 400]
 */
import { startApp } from '../harness/app.ts'
import { median } from './rounds.ts'
import { PASSWORD } from '../harness/credentials.ts'

const pairs = Number(process.argv[2] ?? 400)
const app = await startApp({ questions: false })

async function send(method: string, path: string, body?: object) {
  const started = performance.now()
  const response = await app.fetch(`/service/auth/v1${path}`, {
    method,
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  await response.text()
  return { status: response.status, ms: performance.now() - started }
}

const PEOPLE = 20
for (let person = 0; person < PEOPLE; person++) {
  const newEmail = `known${person}@example.com`
  await send('POST', '/user/register', { newEmail, newPassword: PASSWORD })
}

/** The calls that take an address; nobody asked for a passcode, so each is refused. */
const calls: Record<string, (email: string) => ReturnType<typeof send>> = {
  'POST /user/login': (email) => send('POST', '/user/login', { email, password: 'Wr0ng-Password' }),
  'GET /user/key/available': (email) =>
    send('GET', `/user/key/available?email=${email}&passcode=123456`),
  'PUT /user/password/reset': (email) =>
    send('PUT', '/user/password/reset', {
      email,
      newPassword: 'N3w-Passw0rd',
      passcode: '123456',
      language: 'ja',
    }),
  'PUT /user/status/activated': (email) =>
    send('PUT', '/user/status/activated', { email, passcode: '123456', language: 'ja' }),
}

async function refusal(call: string, email: string): Promise<number> {
  const { status, ms } = await calls[call]!(email)
  if (status !== 401 && status !== 406)
    throw new Error(`${call}: expected a refusal, got ${status}`)
  return ms
}

/** The share of pairs in which a time of `a` is above one of `b`; ties count half. */
function areaUnderCurve(a: number[], b: number[]): number {
  let above = 0
  for (const x of a) for (const y of b) above += x > y ? 1 : x === y ? 0.5 : 0
  return above / (a.length * b.length)
}

for (const call of Object.keys(calls)) {
  const known: number[] = []
  const unknown: number[] = []
  for (let pair = -20; pair < pairs; pair++) {
    const isKnownFirst = Math.random() < 0.5
    for (const isKnown of [isKnownFirst, !isKnownFirst]) {
      const index = Math.abs(pair)
      const email = isKnown ? `known${index % PEOPLE}@example.com` : `other${index}@example.com`
      const ms = await refusal(call, email)
      if (pair >= 0) (isKnown ? known : unknown).push(ms)
    }
  }
  const times = `median ${median(known).toFixed(1)} ms known, ${median(unknown).toFixed(1)} ms unknown`
  console.log(
    `${call}: AUC ${areaUnderCurve(known, unknown).toFixed(3)} (aim 0.45 to 0.55), ${times}`,
  )
}
await app.stop()
