import { z } from 'zod'
import { personActions, caseStates, MAX_COUNTED, roles } from '../domain/moderation.ts'
import { secondsOf } from './fields.ts'

/** A person as the team sees them. The address is shown to operators alone, and each look is logged. */
export const foundPersonSchema = z
  .object({
    userId: z.string(),
    username: z.string(),
    email: z.string().optional(),
    createdAt: secondsOf('signed up'),
    isActivated: z.boolean(),
    isSocial: z.boolean().meta({ description: 'signs in with the provider only' }),
    roles: z.array(z.enum(roles)),
    posts: z.int().meta({ description: `up to ${MAX_COUNTED} are counted` }),
    suspension: z
      .object({ until: secondsOf('end').nullable(), reason: z.string() })
      .optional()
      .meta({ description: 'a pause, or without an end a ban' }),
    actions: z.array(z.enum(personActions)).meta({
      description: 'what the caller may do to the person',
    }),
    sessions: z.array(
      z.object({
        startedAt: secondsOf('signed in'),
        expiresAt: secondsOf('ends'),
        device: z.string(),
        region: z.string(),
      }),
    ),
    cases: z.array(
      z.object({
        caseId: z.string(),
        state: z.enum(caseStates),
        openedAt: secondsOf('opened'),
        action: z
          .enum(['pause', 'ban'])
          .optional()
          .meta({ description: 'of a case about the account, without a post' }),
      }),
    ),
  })
  .meta({ id: 'FoundPerson' })
export type FoundPerson = z.output<typeof foundPersonSchema>

/** Problems with the pictures of one page of the bucket. */
export const pictureFaultsSchema = z
  .object({
    strays: z.array(z.string()).meta({ description: 'objects that belong to no picture' }),
    missing: z.array(z.string()).meta({ description: 'pictures whose object is not there' }),
    next: z.string().nullable().meta({ description: 'the `after` of the next page' }),
  })
  .meta({ id: 'PictureFaults' })
