/** Sockets one shard holds; the next reader goes to the next shard. */
export const READERS_PER_SHARD = 3_000
