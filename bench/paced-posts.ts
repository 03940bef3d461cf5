import { createHistogram } from 'node:perf_hooks'
import type { App } from '../harness/app.ts'
import type { TestPerson } from '../harness/people.ts'
import type { LiveEvent } from '../src/contract/live-schemas.ts'

const POSTS_A_PERSON = 3
const TEXT = /^post (\d+)$/

/** Posts at a constant rate; measures latency to delivery at every reader. */
export class PacedPosts {
  /** In milliseconds. */
  readonly deliveries = createHistogram()
  readonly failures: string[] = []
  readonly #sentAt: number[] = []

  readonly #app: App
  readonly #questionId: string
  readonly #people: readonly TestPerson[]

  /** @param people post three times each */
  constructor(app: App, questionId: string, people: readonly TestPerson[]) {
    this.#app = app
    this.#questionId = questionId
    this.#people = people
  }

  hear = (events: readonly LiveEvent[]): void => {
    const now = performance.now()
    for (const event of events) {
      const place = event.type === 'comment.created' && TEXT.exec(event.comment?.text ?? '')?.[1]
      const sentAt = place ? this.#sentAt[Number(place)] : undefined
      if (sentAt !== undefined) this.deliveries.record(Math.ceil(now - sentAt))
    }
  }

  async send(posts: number, aSecond: number): Promise<void> {
    const underWay: Promise<void>[] = []
    const startedAt = performance.now()
    for (let sent = 0; sent < posts; sent++) {
      const early = startedAt + (sent * 1000) / aSecond - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      underWay.push(this.#post().catch((error) => void this.failures.push(String(error))))
    }
    await Promise.all(underWay)
  }

  async #post(): Promise<void> {
    const index = this.#sentAt.push(performance.now()) - 1
    const { authorization } = this.#people[Math.floor(index / POSTS_A_PERSON)]!
    const response = await this.#app.fetch('/service/comment/v1/comment', {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ questionId: this.#questionId, text: `post ${index}` }),
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`a post returned ${response.status}`)
  }
}

export const peopleFor = (posts: number): number => Math.ceil(posts / POSTS_A_PERSON)
