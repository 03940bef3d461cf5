import { z } from 'zod'
import { decisionActions, EXPLANATION_LENGTH, groundKinds } from '../domain/moderation.ts'
import { seconds, trimmedLine } from './fields.ts'

const groundSchema = z.strictObject({
  kind: z.enum(groundKinds),
  text: z.string().meta({ description: 'the law or the clause of the terms' }),
})

/** Why a post is hidden from everybody but its author, who reads this. */
export const hiddenSchema = z
  .strictObject({
    state: z.enum(['held', 'hidden']).meta({
      description: 'held: until somebody decides; hidden: by a decision',
    }),
    filter: z.string().optional().meta({
      description: 'name of the filter that holds it; absent where reports do',
    }),
    ground: groundSchema.optional(),
    explanation: z.string().optional(),
  })
  .meta({ id: 'Hidden', description: 'absent while everybody sees the post' })
export type Hidden = z.infer<typeof hiddenSchema>

export const decisionSchema = z
  .strictObject({
    decisionId: z.string(),
    action: z.enum([...decisionActions, 'reverse']),
    until: seconds.optional().meta({ description: 'end of a pause' }),
    endedAt: seconds
      .optional()
      .meta({ description: 'when a pause or a ban was ended before its time' }),
    ground: groundSchema.optional(),
    explanation: z.string(),
    foundByFilter: z.boolean(),
    decidedAt: seconds,
    moderator: z.string().optional().meta({ description: 'username; for moderators only' }),
  })
  .meta({ id: 'Decision' })
export type Decision = z.infer<typeof decisionSchema>

/** What a moderator sends to decide a case. */
export const decisionFields = {
  caseId: z.string(),
  version: z.int().meta({ description: 'of the case, as it was read' }),
  action: z.enum(decisionActions),
  until: seconds.optional().meta({ description: 'required for a pause, in the future' }),
  ground: z
    .strictObject({ kind: z.enum(groundKinds), text: trimmedLine(300) })
    .optional()
    .meta({
      description: 'required for every action but "none"',
    }),
  explanation: z.string().trim().max(EXPLANATION_LENGTH).optional(),
  foundByFilter: z.boolean().optional(),
}
