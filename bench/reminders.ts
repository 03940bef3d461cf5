/**
 * How many reminders a minute the cron can send: encrypts and sends one to each of some thousand browsers, over HTTP to a
 * push service that takes them at once, and prints the time and workerd's processor time (`docs/scale.md`).
 *
 *   npx node bench/reminders.ts [people]
 */
import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startApp } from '../harness/app.ts'
import { createPeople } from '../harness/people.ts'
import { todaysQuestionId } from '../harness/todays-question-id.ts'
import { newId } from '../src/worker/db/id.ts'
import { cpuSeconds, workerdPids } from './processes.ts'

const people = Number(process.argv[2] ?? 5000)
let taken = 0
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    taken++
    response.writeHead(201).end()
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo

const app = await startApp({ serving: { log: () => {} } })
await todaysQuestionId(app)
const due = Date.now() - 1000
const key = createECDH('prime256v1').generateKeys('base64url')
for (let made = 0; made < people; made += 1000) {
  const some = await createPeople(app, Math.min(1000, people - made))
  const rows = some.map(({ userId }) => ({
    userId,
    token: newId(),
    endpoint: `http://127.0.0.1:${port}/${userId}`,
    auth: randomBytes(16).toString('base64url'),
  }))
  await app.db.batch(
    [
      `INSERT INTO reminder SELECT value ->> 'userId', 'push', 20, 'Asia/Tokyo', 'ja', value ->> 'token', ?2, ?2
       FROM json_each(?1) WHERE ?3 <> ''`,
      `INSERT INTO push_subscription (endpoint, user_id, p256dh, auth, created_at)
       SELECT value ->> 'endpoint', value ->> 'userId', ?3, value ->> 'auth', ?2 FROM json_each(?1)`,
    ].map((sql) => app.db.prepare(sql).bind(JSON.stringify(rows), due, key)),
  )
}

const [pid] = workerdPids()
const cpuBefore = pid ? cpuSeconds(pid) : NaN
const startedAt = performance.now()
const MAX_RUNS = 20
let runs = 0
for (; runs < MAX_RUNS; runs++) {
  if (taken >= people) break
  await app.triggerCron()
}
const seconds = (performance.now() - startedAt) / 1000
const cpu = pid ? cpuSeconds(pid) - cpuBefore : NaN
console.log(
  `${taken} reminders in ${runs} runs: ${seconds.toFixed(1)} s, ${Math.round(taken / seconds)} a second, ` +
    `processor ${((cpu / taken) * 1000).toFixed(2)} ms each`,
)
server.closeAllConnections()
server.close()
await app.stop()
