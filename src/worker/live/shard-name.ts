/**
 * The region of a reader's shard, by Cloudflare's code of the continent. Three regions: each further one is an object
 * that is awake all day and called in every round.
 */
const REGIONS: Readonly<Record<string, DurableObjectLocationHint>> = {
  AF: 'weur',
  AS: 'apac',
  EU: 'weur',
  NA: 'enam',
  OC: 'apac',
  SA: 'enam',
}

/** The region of a request; `undefined` where the continent is unknown, as on a machine of one's own. */
export function regionOf({ cf }: Request): DurableObjectLocationHint | undefined {
  return REGIONS[String((cf as { continent?: unknown } | undefined)?.continent)]
}

/** The name of a question's shard in a region: `<questionId>:apac:0`, without a region `<questionId>:0`. */
export function shardName(
  questionId: string,
  region: DurableObjectLocationHint | undefined,
  number: number,
): string {
  return [questionId, ...(region ? [region] : []), number].join(':')
}

/** The question of a shard, by its name. */
export function questionOf(shard: string): string {
  return shard.slice(0, shard.indexOf(':'))
}
