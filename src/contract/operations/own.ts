import { sample, shown } from '../examples.ts'
import { done, inGoodStanding, type Operations } from '../operation.ts'

const { email, password, newPassword, passcode } = sample

const deletedFrom =
  'A service elsewhere may name in `Deleted-From` the questions (ids with commas between) whose pages have lost ' +
  'something; without it the gateway forgets the pages of all. The gateway hands the header on to nobody.'

/** One's own comments. */
export const commentOperations: Operations = {
  'POST /comment': {
    id: 'postComment',
    summary: 'Post a comment to today’s question',
    description:
      'One to 140 characters; three living comments and six ever for each question. The same `Idempotency-Key` ' +
      'within a day answers the first result again and posts nothing.',
    body: { questionId: sample.questionId, text: shown.comment.text },
    answer: { results: [shown.comment] },
    errors: [...inGoodStanding, 'dataNotAvailable', 'tooManyAttempts', 'dataNotFound'],
  },
  'GET /comment': {
    id: 'listOwnComments',
    summary: 'One’s own comments, newest first, each with its question',
    description:
      '`Next-Before` names the next page; a search may answer fewer than `limit` and still go on.',
    query: { userId: sample.userId, limit: '50' },
    answer: { results: [shown.ownComment] },
    errors: [...inGoodStanding, 'userPrivilegeNotFound', 'dataNotAvailable'],
  },
  'GET /comment/export': {
    id: 'exportComments',
    summary: 'One’s own comments as one file to keep',
    query: { language: 'ja' },
    errors: [...inGoodStanding, 'dataNotAvailable'],
  },
  'DELETE /comment': {
    id: 'deleteComment',
    summary: 'Delete one of one’s own comments',
    description: deletedFrom,
    body: { commentId: sample.commentId },
    errors: [...inGoodStanding, 'userPrivilegeNotFound', 'dataNotFound'],
  },
}

/** One's own settings. */
export const userOperations: Operations = {
  'GET /user/me': {
    id: 'readMe',
    summary: 'Who is signed in',
    description: 'Also before activation and while banned.',
    answer: { results: [shown.user] },
    errors: ['userRemoved'],
  },
  'PUT /user/username': {
    id: 'changeUsername',
    summary: 'Change one’s username',
    description: '1 to 30 letters, digits, `-` and `_`; unique without regard to case.',
    body: { newUsername: sample.newUsername },
    answer: done,
    errors: [...inGoodStanding, 'usernameTaken', 'dataNotAvailable'],
  },
  'PUT /user/password': {
    id: 'changePassword',
    summary: 'Change one’s password; the other sessions end',
    body: { email, password, newPassword },
    answer: done,
    errors: [
      ...inGoodStanding,
      'invalidUsernameOrPassword',
      'userPrivilegeNotFound',
      'dataNotAvailable',
      'tooManyAttempts',
    ],
  },
  'GET /user/email/confirm': {
    id: 'askForEmailChange',
    summary: 'Send a link to a new address',
    query: { newEmail: sample.newEmail, language: 'ja' },
    answer: done,
    errors: [
      ...inGoodStanding,
      'userPrivilegeNotFound',
      'emailTaken',
      'dataNotAvailable',
      'tooManyAttempts',
    ],
  },
  'PUT /user/email/confirm': {
    id: 'confirmEmailChange',
    summary: 'Make the new address one’s own with the mailed link’s token',
    body: { token: sample.linkToken },
    answer: done,
    errors: [...inGoodStanding, 'userPrivilegeNotFound', 'emailTaken', 'dataNotAvailable'],
  },
  'PUT /user/gender': {
    id: 'changeGender',
    summary: 'Change one’s gender',
    description: '0 not said, 1 to 4 as the settings page has them.',
    body: { gender: 2 },
    answer: done,
    errors: [...inGoodStanding, 'dataNotAvailable'],
  },
  'PUT /user/birthyear': {
    id: 'changeBirthYear',
    summary: 'Change one’s year of birth',
    description: '0 not said, or this year and the 99 before it.',
    body: { birthYear: 1990 },
    answer: done,
    errors: [...inGoodStanding, 'dataNotAvailable'],
  },
  'PUT /user/picture': {
    id: 'changePicture',
    summary: 'Replace one’s picture',
    description: 'JPEG or PNG, at most 2 MiB and 4096 × 4096; stored as made anew from its pixels.',
    body: { picture: sample.picture, type: 'png' },
    answer: done,
    errors: [...inGoodStanding, 'dataNotAvailable', 'tooManyAttempts'],
  },
}

/** Leaving for good. */
export const accountOperations: Operations = {
  'GET /user/account/delete': {
    id: 'sendDeletionCode',
    summary: 'Send the code that permits deleting the account',
    answer: done,
    errors: [...inGoodStanding, 'tooManyAttempts', 'dataNotAvailable'],
  },
  'DELETE /user': {
    id: 'deleteAccount',
    summary: 'Delete the account with its code, and everything of the person',
    description: deletedFrom,
    body: { passcode, language: 'ja' },
    errors: [...inGoodStanding, 'dataNotAvailable', 'tooManyAttempts'],
  },
}
