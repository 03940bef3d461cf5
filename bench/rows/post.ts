import { createPeople } from '../../harness/people.ts'
import { load, post, type Measured } from '../load.ts'
import { interleaved, medianOf, ratio } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { short, type Row } from '../table.ts'

const rate = ({ rate }: Measured) => rate
const p99 = ({ p99 }: Measured) => p99
const TEXT =
  '今日は駅まで歩きながら、この問いのことを考えていました。答えはまだ途中です。Still thinking about it, slowly, on the way home.'

/** A complete post (session, limit, idempotency, broadcast) compared with one bare D1 insert. */
export async function postRows({ stack, rounds, posts }: StackBench): Promise<Row[]> {
  const { app, floors, port, pid, questionId } = stack
  const connections = 10
  const insert = Array.from({ length: posts }, (_, n) => post('/', { text: `${TEXT} ${n}` }))
  const samples = await interleaved(
    {
      insert: () => load({ port: floors.rows, connections, requests: insert }, floors.pid),
      post: async () => {
        const people = await createPeople(app, Math.ceil(posts / 3))
        const requests = Array.from({ length: posts }, (_, n) =>
          post(
            '/service/comment/v1/comment',
            { questionId, text: TEXT },
            {
              Authorization: people[n % people.length]!.authorization,
              'Idempotency-Key': crypto.randomUUID(),
            },
          ),
        )
        return load({ port, connections, requests }, pid)
      },
    },
    rounds,
  )
  const byRate = ratio(samples.post, samples.insert, rate)
  const byP99 = ratio(samples.post, samples.insert, p99)
  const p50 = (name: keyof typeof samples) => short(medianOf(samples[name], ({ p50 }) => p50))
  return [
    {
      what: 'post (who, limit, once, broadcast)',
      figure: `${short(medianOf(samples.post, rate))}/s, p50 ${p50('post')} ms`,
      floor: `bare D1 insert ${short(medianOf(samples.insert, rate))}/s, p50 ${p50('insert')} ms`,
      ratio: byRate,
      target: '≥ 0.7',
      isMet: byRate >= 0.7,
    },
    {
      what: 'post: p99',
      figure: `${short(medianOf(samples.post, p99))} ms`,
      floor: `bare D1 insert ${short(medianOf(samples.insert, p99))} ms`,
      ratio: byP99,
      target: '≤ 2',
      isMet: byP99 <= 2,
    },
  ]
}
