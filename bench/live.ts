import { execFileSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { WebSocket } from 'ws'
import { startApp } from '../tests/app.ts'
import { createPeople } from '../tests/people.ts'

/**
 * How one comment reaches many readers on one machine, and whether any is lost under steady writing. workerd holds two
 * descriptors a reader, so the default stays below a limit of 20,000. Bounded: readers
 * and posts are arguments (`npx node bench/live.ts 10000 2000 60`), and all sockets are closed at the end.
 */
const [readers = 9_800, steadyReaders = 2_000, steadySeconds = 60] = process.argv
  .slice(2)
  .map(Number)
const POSTS_A_SECOND = 20
const AT_ONCE = 100

const app = await startApp({ vars: { LIMITS: 'raised' } })
const list = await app.fetch('/service/quest/v1/questionnaire?status=1')
const { questionnaireId } = ((await list.json()) as { results: { questionnaireId: string }[] })
  .results[0]!
const found = await app.fetch(
  `/service/quest/v1/question/comment?questionnaireId=${questionnaireId}&findStatus=1,2`,
)
const { questionId } = ((await found.json()) as { results: { questionId: string }[] }).results[0]!

interface Reader {
  socket: WebSocket
  seqs: number[]
  lastAt: number
}

/** A reader behind an address of its own, 150 readers an address, as behind a carrier. */
function open(place: number): Promise<Reader> {
  const address = `10.${place >> 16}.${(place / 150) | 0}.1`.replaceAll(/\d{4,}/g, '255')
  const socket = new WebSocket(
    `${app.origin.replace('http', 'ws')}/service/quest/v1/question/live?questionId=${questionId}`,
    { origin: app.origin, headers: { 'CF-Connecting-IP': address }, perMessageDeflate: false },
  )
  const reader: Reader = { socket, seqs: [], lastAt: 0 }
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; seq: number }
      if (message.type === 'hello') resolve(reader)
      else if (message.type !== 'readers') {
        reader.seqs.push(message.seq)
        reader.lastAt = performance.now()
      }
    })
  })
}

async function openMany(count: number): Promise<Reader[]> {
  const opened: Reader[] = []
  for (let start = 0; start < count; start += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, i) =>
      open(start + i),
    )
    opened.push(...(await Promise.all(group)))
  }
  return opened
}

async function post(authorization: string, text: string): Promise<boolean> {
  const answer = await app.fetch('/service/comment/v1/comment', {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ questionId, text }),
  })
  return answer.status === 200
}

/** Resident memory of this app's workerd, MiB. */
function workerdMemory(): number {
  const rows = execFileSync('ps', ['-eo', 'pid,ppid,rss,comm'], { encoding: 'utf8' }).split('\n')
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, parent, , name]) => Number(parent) === process.pid && name?.startsWith('workerd'))
    .reduce((sum, [, , memory]) => sum + Number(memory) / 1024, 0)
}

const settled = (ready: () => boolean, most: number) =>
  new Promise<void>((resolve) => {
    const until = performance.now() + most
    const look = () =>
      ready() || performance.now() > until ? resolve() : void setTimeout(look, 20)
    look()
  })

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN

const before = workerdMemory()
const openedAt = performance.now()
let open1 = await openMany(readers)
console.log(`${readers} readers in ${((performance.now() - openedAt) / 1000).toFixed(1)} s`)
const people = await createPeople(app, Math.ceil((POSTS_A_SECOND * steadySeconds) / 3) + 5)

for (let round = 0; round < 5; round++) {
  for (const reader of open1) reader.lastAt = 0
  const startedAt = performance.now()
  if (!(await post(people[round]!.authorization, `round ${round}`))) throw new Error('not posted')
  const answeredAt = performance.now()
  await settled(() => open1.every(({ lastAt }) => lastAt > 0), 20_000)
  const times = open1.filter(({ lastAt }) => lastAt > 0).map(({ lastAt }) => lastAt - startedAt)
  console.log(
    `one comment: answered after ${(answeredAt - startedAt).toFixed(0)} ms, reached ${times.length}, ` +
      `median ${median(times).toFixed(0)} ms, last ${Math.max(...times).toFixed(0)} ms`,
  )
}
console.log(
  `memory of workerd: ${before.toFixed(0)} MiB idle, ${workerdMemory().toFixed(0)} MiB with readers`,
)

for (const { socket } of open1.slice(steadyReaders)) socket.terminate()
open1 = open1.slice(0, steadyReaders)
for (const reader of open1) reader.seqs = []
let stored = 0
const writers = people.slice(5)
const posts: Promise<void>[] = []
for (let second = 0; second < steadySeconds; second++) {
  for (let i = 0; i < POSTS_A_SECOND; i++) {
    const place = second * POSTS_A_SECOND + i
    const { authorization } = writers[(place / 3) | 0]!
    posts.push(
      post(authorization, `post ${place}`).then((isStored) => void (stored += Number(isStored))),
    )
  }
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
await Promise.all(posts)
await settled(() => open1.every(({ seqs }) => seqs.length >= stored), 20_000)
const isWhole = ({ seqs }: Reader) =>
  seqs.length === stored && seqs.every((seq, place) => place === 0 || seq === seqs[place - 1]! + 1)
console.log(
  `${stored} posts in ${steadySeconds} s to ${steadyReaders} readers: ` +
    `${open1.filter(isWhole).length} got every one, in order`,
)
for (const { socket } of open1) socket.terminate()
await app.stop()
process.exit(0)
