/**
 * Whether the time of a refused login tells that an address has an account: the area under the ROC curve of the
 * times of known against unknown addresses. 0.5 gives nothing away; the aim is 0.45 to 0.55 (`security.md` 10).
 *
 *   npx node bench/login-timing.ts [pairs, default 400]
 */
import { startApp } from '../harness/app.ts'

const pairs = Number(process.argv[2] ?? 400)
const app = await startApp({ questions: false })

async function post(path: string, body: object): Promise<{ status: number; ms: number }> {
  const started = performance.now()
  const response = await app.fetch(`/service/auth/v1${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.text()
  return { status: response.status, ms: performance.now() - started }
}

const PEOPLE = 20
for (let person = 0; person < PEOPLE; person++) {
  await post('/user/register', { newEmail: `known${person}@example.com`, newPassword: 'Passw0rd!' })
}

async function refusal(email: string): Promise<number> {
  const { status, ms } = await post('/user/login', { email, password: 'Wr0ng-Password' })
  if (status !== 401) throw new Error(`expected 401, got ${status}`)
  return ms
}

/** How often a time of `a` is above one of `b`; ties count half. */
function areaUnderCurve(a: number[], b: number[]): number {
  let above = 0
  for (const x of a) for (const y of b) above += x > y ? 1 : x === y ? 0.5 : 0
  return above / (a.length * b.length)
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN

const known: number[] = []
const unknown: number[] = []
const addresses = [
  (pair: number) => `known${pair % PEOPLE}@example.com`,
  (pair: number) => `other${pair}@example.com`,
] as const
for (let pair = -20; pair < pairs; pair++) {
  const isKnownFirst = Math.random() < 0.5
  for (const isKnown of [isKnownFirst, !isKnownFirst]) {
    const ms = await refusal(addresses[isKnown ? 0 : 1](Math.abs(pair)))
    if (pair >= 0) (isKnown ? known : unknown).push(ms)
  }
}
await app.stop()

console.log(`${pairs} pairs of refused logins`)
console.log(
  `median known address ${median(known).toFixed(1)} ms, unknown ${median(unknown).toFixed(1)} ms`,
)
console.log(`AUC ${areaUnderCurve(known, unknown).toFixed(3)} (aim: 0.45 to 0.55)`)
