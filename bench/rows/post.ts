import { createPeople } from '../../harness/people.ts'
import type { Loaded } from '../generator.ts'
import { load, post } from '../load.ts'
import { interleaved, medianOf, ratio } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { comparedRow, short, type Row } from '../table.ts'

const rate = ({ rate }: Loaded) => rate
const p99 = ({ p99 }: Loaded) => p99
const TEXT =
  '今日は駅まで歩きながら、この問いのことを考えていました。答えはまだ途中です。Still thinking about it, slowly, on the way home.'

/** A complete post (session, limit, idempotency, broadcast) compared with one bare D1 insert. */
export async function postRows({ stack, rounds, posts }: StackBench): Promise<Row[]> {
  const { app, rows, port, questionId } = stack
  const connections = 10
  const insert = Array.from({ length: posts }, (_, n) => post('/', { text: `${TEXT} ${n}` }))
  const samples = await interleaved(
    {
      insert: () => load({ port: rows.port, connections, requests: insert }),
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
        return load({ port, connections, requests })
      },
    },
    rounds,
  )
  const p50 = (name: keyof typeof samples) => short(medianOf(samples[name], ({ p50 }) => p50))
  return [
    comparedRow(
      'post (who, limit, once, broadcast)',
      `${short(medianOf(samples.post, rate))}/s, p50 ${p50('post')} ms`,
      `bare D1 insert ${short(medianOf(samples.insert, rate))}/s, p50 ${p50('insert')} ms`,
      ratio(samples.post, samples.insert, rate),
      '≥ 0.55',
    ),
    comparedRow(
      'post: p99',
      `${short(medianOf(samples.post, p99))} ms`,
      `bare D1 insert ${short(medianOf(samples.insert, p99))} ms`,
      ratio(samples.post, samples.insert, p99),
      '≤ 2',
    ),
  ]
}
