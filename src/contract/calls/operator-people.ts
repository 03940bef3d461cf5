import { languages } from '../../domain/language.ts'
import { deviceNames } from '../../domain/user.ts'
import { USERNAME_MAX } from '../../domain/username.ts'
import { z } from 'zod'
import {
  EXPLANATION_LENGTH,
  personChanges,
  personActions,
  caseStates,
  MAX_COUNTED,
  roles,
} from '../../domain/moderation.ts'
import { decisionSchema, groundInput, postText } from '../case-schemas.ts'
import { defineCalls, results } from '../call.ts'
import { sample } from '../examples.ts'
import { secondsOf } from '../fields.ts'

const standing = {
  username: z.string(),
  roles: z.array(z.enum(roles)),
  suspension: z
    .object({
      suspensionId: z.string(),
      until: secondsOf('end').nullable(),
      reason: z.string(),
    })
    .optional()
    .describe('a pause, or without an end a ban'),
}
export const listedPersonSchema = z.object(standing).meta({ id: 'ListedPerson' })
export type ListedPerson = z.output<typeof listedPersonSchema>

/** Only operators see the address, and each look is logged. */
export const foundPersonSchema = z
  .object({
    ...standing,
    userId: z.string(),
    email: z.string().optional(),
    createdAt: secondsOf('signed up'),
    isActivated: z.boolean(),
    isSocial: z.boolean().describe('signs in with the provider only'),
    language: z.enum(languages).describe('of mails and notices'),
    posts: z.int().describe(`up to ${MAX_COUNTED} are counted`),
    latestPosts: z.array(
      z.object({
        commentId: z.string(),
        questionId: z.string(),
        text: z.string().describe('empty where that of a hidden post is erased'),
        isHidden: z.boolean().describe('only its author sees it'),
        postedAt: secondsOf('posted'),
      }),
    ),
    actions: z
      .array(z.enum(personActions))
      .describe('what the caller may do to the person; a code is sent to who waits for one'),
    sessions: z.array(
      z.object({
        startedAt: secondsOf('signed in'),
        device: z.enum([...deviceNames, 'unknown']),
        region: z.string(),
      }),
    ),
    cases: z.array(
      z.object({
        caseId: z.string(),
        state: z.enum(caseStates),
        openedAt: secondsOf('opened'),
        text: postText,
        isPublic: z.boolean().describe('whether everybody reads the post'),
        decisions: z.array(decisionSchema).describe('newest first'),
      }),
    ),
  })
  .meta({ id: 'FoundPerson' })
export type FoundPerson = z.output<typeof foundPersonSchema>

const onePerson = results(z.array(foundPersonSchema).max(1), 'the person')

export const peopleCalls = defineCalls('operator', {
  findPerson: {
    endpoint: 'GET /person',
    summary: 'A person by username or, for operators, by email address',
    description:
      'The address is part of the result for operators alone, and each such look is recorded. A moderator who searches by ' +
      'address is refused (-1016).',
    access: 'moderator',
    query: z.object({
      name: z.string().trim().min(1).max(254).describe('a username or an email address'),
    }),
    success: onePerson,
    errors: ['dataNotFound', 'userPrivilegeNotFound'],
    example: { name: sample.username },
  },
  listPeople: {
    endpoint: 'GET /person/list',
    summary: 'Who is suspended or has a role, or whose username begins with these letters',
    access: 'moderator',
    query: z.object({
      start: z.string().trim().max(USERNAME_MAX).optional().describe('the first letters'),
    }),
    success: results(z.array(listedPersonSchema), 'suspended people first, then by username'),
  },
  changePerson: {
    endpoint: 'POST /person/change',
    summary: 'End a person’s sessions, send a code again, pause, ban, or end a pause or ban',
    description:
      'Sending a code is for operators (-1015). A pause needs `until`; a pause and a ban need a `ground` and an `explanation`, and the person is ' +
      'informed by a notice and by mail, with one appeal. A pause, a ban and their end are 406 with the field `change` where `seenId` is not the present suspension. A suspension by a decision on a case is ended by operators alone (-1016). No one acts on a person with an equal or higher role, nor on themselves (-1016).',
    access: 'moderator',
    body: z.strictObject({
      userId: z.string(),
      change: z.enum(personChanges),
      seenId: z.string().optional().describe('the `suspensionId` that was read, if there was one'),
      until: z.int().optional().describe('end of a pause, epoch seconds'),
      ground: groundInput,
      explanation: z.string().trim().max(EXPLANATION_LENGTH).optional(),
    }),
    success: onePerson,
    errors: ['dataNotFound', 'userPrivilegeNotFound', 'tooManyAttempts'],
    example: { userId: sample.userId, change: 'endSessions' },
  },
  deletePerson: {
    endpoint: 'DELETE /person',
    summary: 'Delete a person’s account with everything of theirs',
    description: '406 with the field `username` when it is not the person’s: the confirmation.',
    access: 'operator',
    body: z.strictObject({
      userId: z.string(),
      username: z.string(),
      why: z.string().trim().min(1).max(EXPLANATION_LENGTH),
    }),
    purges: 'pages',
    success: { status: 205, about: 'the account is deleted' },
    errors: ['dataNotFound', 'userPrivilegeNotFound'],
    example: { userId: sample.userId, username: sample.username, why: 'Asked for it by mail.' },
  },
})
