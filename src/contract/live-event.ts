import type { CommentShape } from './schemas.ts'

/**
 * One thing that happened to a question's comments. `seq` counts 1, 2, 3 … per question without a gap; a comment
 * that is already gone again when its creation is read has no `comment`.
 */
export type LiveEvent =
  | { type: 'comment.created'; seq: number; comment?: CommentShape }
  | { type: 'comment.deleted'; seq: number; commentId: string }

/** What a socket receives: first where the room stands, then events in order, then the number of readers. */
export type LiveMessage =
  { type: 'hello'; seq: number } | LiveEvent | { type: 'readers'; count: number }
