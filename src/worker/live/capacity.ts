import { config } from '../config/config.ts'

const READERS_PER_SHARD = 3_000
const MAX_SHARDS = 64
const MAX_READERS = READERS_PER_SHARD * MAX_SHARDS

/**
 * The number of sockets that one shard of a question holds, after which readers go to the next of their region, and
 * the number of shards in all regions: together at most `max`, rounded down to whole shards.
 */
export function capacity(env: Env): { perShard: number; shards: number; max: number } {
  const max = Math.min(MAX_READERS, config(env).limits.readersPerQuestion)
  const perShard = Math.min(READERS_PER_SHARD, max)
  return { perShard, shards: Math.floor(max / perShard), max }
}
