/** A `Map` of at most `max` entries with least-recently-used eviction. */
export class LruMap<Key, Value> {
  readonly #entries = new Map<Key, Value>()

  readonly max: number

  constructor(max: number) {
    this.max = max
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.max && oldest !== undefined) this.#entries.delete(oldest)
  }

  clear(): void {
    this.#entries.clear()
  }

  entries(): [Key, Value][] {
    return [...this.#entries]
  }
}
