import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { App } from '../../harness/app.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { createPerson, miscounted, type TestPerson } from '../../harness/people.ts'
import {
  caseOf,
  decide,
  establishedPeople,
  personWithRole,
  postOf,
  publicQuestion,
  report,
} from '../../harness/steps/moderation-calls.ts'

export let app: App
export let questionId: string
export let moderator: TestPerson
export let reporters: TestPerson[]
export let author: TestPerson
export let commentId: string

/**
 * Hooks of the calling file: the shared app with a moderator, and per test a post and three possible reporters.
 * A function, since files of one process share modules.
 */
export function setUpModeration(): void {
  beforeAll(async () => {
    app = await sharedApp()
    questionId = await app.todaysQuestionId()
    moderator = await personWithRole(app, 'moderator')
  })
  beforeEach(async () => {
    reporters = await establishedPeople(app, 3)
    author = await createPerson(app)
    commentId = await postOf(app, questionId, author)
  })
  // What was hidden and shown again is counted right.
  afterAll(async () => expect(await miscounted(app)).not.toContainEqual({ id: questionId }))
}

export const first = () => reporters[0]!

export async function reportByAll(category: 'spam' | 'hate' = 'hate') {
  for (const reporter of reporters) await report(app, reporter, commentId, category)
}

export const caseNow = () => caseOf(app, moderator, commentId)
export const decideNow = async (decision: object) =>
  decide(app, moderator, await caseNow(), decision)

export const recordOf = ({ userId }: TestPerson) =>
  app.sql`SELECT upheld, dismissed FROM reporter_record WHERE user_id = ${userId}`.first()

export const question = () => publicQuestion(app, questionId, moderator)

export async function isShown(id = commentId): Promise<boolean> {
  const { questionComments } = await question()
  return questionComments!.some((comment) => comment.commentId === id)
}
