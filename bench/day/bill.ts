import { DAY_S, HOUR_S } from '../../src/domain/durations.ts'
import type { Cost } from '../costs.ts'
import { short } from '../table.ts'
import { shareOfHours } from './curve.ts'

const DAYS = 30
const MILLION = 1e6
/** Memory that a Durable Object is billed for while it works; idle with sockets that can hibernate it is free. */
const OBJECT_GB = 0.128
/** Processor time of a frame to one socket, with that of the reader who takes it (`docs/performance.md`). */
const FRAME_S = 0.000_04
/** CPU time of a call, which a worker cannot measure: its clock does not advance while it computes. */
const CALL_S = 0.001
const READERS_PER_SHARD = 3_000
/** Regions whose few readers have a shard of their own, in addition to the one where most are. */
const SMALL_REGIONS = 2
/** D1 after 90 days, where a database is full (`docs/scale.md#what-breaks-first`). */
const STORED_GB = 10

/** US dollars a month on Workers Paid: what is included, then the price of a unit. Published, read on 2026-11-23. */
const prices = {
  requests: { included: 10 * MILLION, unit: MILLION, price: 0.3 },
  cpuMs: { included: 30 * MILLION, unit: MILLION, price: 0.02 },
  rowsWritten: { included: 50 * MILLION, unit: MILLION, price: 1 },
  rowsRead: { included: 25_000 * MILLION, unit: MILLION, price: 0.001 },
  storedGb: { included: 5, unit: 1, price: 0.75 },
  objectRequests: { included: MILLION, unit: MILLION, price: 0.15 },
  objectGbSeconds: { included: 400_000, unit: MILLION, price: 12.5 },
  objectRowsWritten: { included: 50 * MILLION, unit: MILLION, price: 1 },
  pictureReads: { included: 10 * MILLION, unit: MILLION, price: 0.36 },
  newPictures: { included: 5_000, unit: 1_000, price: 0.5 },
  // Until 2026-11-30; from then on 50 GB are included, then 0.25 a GB.
  logs: { included: 20 * MILLION, unit: MILLION, price: 0.6 },
}
const PLAN = 5

/** The outbox is where the simulation reads its codes. */
const isRequest = (kind: string) => /^[A-Z]+ \/(?!dev\/)/.test(kind)

interface SimulatedDay {
  costs: Record<string, Cost>
  /** The whole day divided by this part of it. */
  scale: number
  /** Processor seconds of workerd. */
  cpu: number
  /** Visits with a live socket, and how long each stays on average, seconds of the day. */
  visits: number
  staySeconds: number
  mails: number
  /** Pictures that people choose. */
  newPictures: number
  /** Of 1,000 mails, US dollars, and how many a month are free. */
  mail: { price: number; included: number }
}

/** The bill of thirty whole days as a Markdown table, and its sum in US dollars. */
export function bill(day: SimulatedDay): { table: string; total: number } {
  const { costs, scale } = day
  const sum = (of: (kind: string) => boolean, what: keyof Cost) =>
    Object.entries(costs).reduce((all, [kind, cost]) => all + (of(kind) ? cost[what] : 0), 0)
  const aMonth = (count: number) => count * scale * DAYS
  const everything = () => true
  // The end of a socket is no request; one round calls every shard, of which the simulation has one.
  const isCall = (kind: string) => kind.startsWith('room') && !kind.endsWith('webSocketClose')
  const shards = meanShards(day)
  const rounds = costs['room shard: broadcast']?.requests ?? 0
  const isShard = (kind: string) => kind.startsWith('room shard')
  const calls = sum(isShard, 'activeMs') / 1000 + sum(isShard, 'requests') * CALL_S
  const amounts: Record<keyof typeof prices, [name: string, amount: number]> = {
    requests: ['requests', aMonth(sum(isRequest, 'requests'))],
    cpuMs: ['processor time, ms', aMonth(day.cpu * 1000)],
    rowsWritten: ['D1 rows written', aMonth(sum(everything, 'rowsWritten'))],
    rowsRead: ['D1 rows read', aMonth(sum(everything, 'rowsRead'))],
    storedGb: ['D1 storage after 90 days, GB', STORED_GB],
    objectRequests: [
      'Durable Object requests',
      aMonth(sum(isCall, 'requests') + rounds * (shards - 1)),
    ],
    objectGbSeconds: [
      'Durable Object duration, GB-s',
      // The room as if it never slept.
      OBJECT_GB * (DAY_S * DAYS + aMonth(calls) * shards + aMonth(frames(day, rounds)) * FRAME_S),
    ],
    objectRowsWritten: ['Durable Object rows written', aMonth(sum(everything, 'objectWrites'))],
    pictureReads: ['R2 reads', aMonth(sum(everything, 'objectReads'))],
    newPictures: ['new pictures, by Cloudflare Images', aMonth(day.newPictures)],
    logs: ['records of Workers Logs', aMonth(sum(everything, 'logs'))],
  }
  const lines = (Object.keys(prices) as (keyof typeof prices)[]).map((key) => {
    const { included, unit, price } = prices[key]
    const [name, amount] = amounts[key]
    return { name, amount, price: (Math.max(0, amount - included) / unit) * price }
  })
  const mails = aMonth(day.mails)
  const all = [
    { name: 'plan', amount: 1, price: PLAN },
    ...lines,
    {
      name: `mails at US$ ${day.mail.price} a thousand`,
      amount: mails,
      price: (Math.max(0, mails - day.mail.included) / 1000) * day.mail.price,
    },
  ]
  const total = all.reduce((together, { price }) => together + price, 0)
  const rows = all.map(
    ({ name, amount, price }) => `| ${name} | ${amountOf(amount)} | ${price.toFixed(0)} |`,
  )
  const table = [
    '| | a month | US$ |',
    '|---|---|---|',
    ...rows,
    `| **together** | | **${total.toFixed(0)}** |`,
  ].join('\n')
  return { table, total }
}

/** The cost of requests and written rows by kind, from a dollar, as a Markdown table; included amounts are not deducted. */
export function kindsOf({ costs, scale }: Pick<SimulatedDay, 'costs' | 'scale'>): string {
  const rows = Object.entries(costs).map(([kind, { requests, rowsWritten }]) => {
    const price = (count: number, { unit, price }: { unit: number; price: number }) =>
      ((count * scale * DAYS) / unit) * price
    const ofRequests = isRequest(kind) ? price(requests, prices.requests) : 0
    return { kind, ofRequests, ofRows: price(rowsWritten, prices.rowsWritten) }
  })
  return [
    '| kind | its requests, US$ | its rows written, US$ |',
    '|---|---|---|',
    ...rows
      .filter(({ ofRequests, ofRows }) => ofRequests + ofRows >= 1)
      .toSorted((one, other) => other.ofRequests + other.ofRows - one.ofRequests - one.ofRows)
      .map(
        ({ kind, ofRequests, ofRows }) =>
          `| ${kind} | ${ofRequests.toFixed(1)} | ${ofRows.toFixed(1)} |`,
      ),
  ].join('\n')
}

/** Frames to sockets in this part of the day: rounds follow the hours, and so do the sockets that each round has. */
function frames(day: SimulatedDay, rounds: number): number {
  return shareOfHours().reduce((sum, share) => sum + rounds * share * socketsAt(day, share), 0)
}

/** Live sockets of the whole day's readers in an hour with this share of the day. */
const socketsAt = ({ visits, scale, staySeconds }: SimulatedDay, share: number) =>
  ((visits * scale * share) / HOUR_S) * staySeconds

/** Shards that are open on average: those of the main region follow the hours, each small region has one. */
function meanShards(day: SimulatedDay): number {
  const shares = shareOfHours()
  const open = shares.map((share) => {
    return Math.max(1, Math.ceil(socketsAt(day, share) / READERS_PER_SHARD)) + SMALL_REGIONS
  })
  return open.reduce((sum, shards) => sum + shards, 0) / open.length
}

const amountOf = (amount: number): string =>
  amount >= MILLION ? `${short(amount / MILLION)} M` : short(amount)
