import type { LiveEvent } from '../../src/contract/live-schemas.ts'

/** In place of the module `cloudflare:workers`. */
export class DurableObject {
  readonly ctx: unknown
  readonly env: unknown

  constructor(ctx: unknown, env: unknown) {
    this.ctx = ctx
    this.env = env
  }
}

export const event = (seq: number): LiveEvent => ({
  type: 'comment.deleted',
  seq,
  commentId: `comment-${seq}`,
})
