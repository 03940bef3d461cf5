import type { Comment, Question, Translation, Session, User } from './schemas.ts'

/** Values of the contract's examples. A test replaces them with real ones and sends them. */
export const sample = {
  questionId: 'q3XvT0aYb9Lw2KcEoN5gHs',
  questionnaireId: 'daily',
  commentId: 'c7Jm1RzPd4Uf8SxQkW6tBi',
  userId: 'u5Ge9VnHy2Or7ZaMqD3lCp',
  pictureId: 'p1Wb6YtKs8Ej4NuFxA0vRg',
  email: 'hanako@mail.example',
  newEmail: 'hanako.sato@mail.example',
  password: 'Kinmokusei-9',
  newPassword: 'Hototogisu-7',
  username: 'hanako',
  newUsername: 'hanako-s',
  passcode: '482913',
  accessToken: 'u5Ge9VnHy2Or7ZaMqD3lCp.s0Ql4XkTj6Dm1BwPzE8hFy.1795187700.c2lnbmF0dXJl',
  updateToken: 's0Ql4XkTj6Dm1BwPzE8hFy.Zr8mK1xTqVn0aYw5LcEo3NgHs7JbPd4UfSxQkW6tBi2.c2lnbmF0dXJl',
  linkToken: 'n4Tz7OeCk1Xy9HvUaS3gWq',
  unlockToken: 'k9Pa2LrMv6Fw0IdYbG5oZe',
  securityToken: 'r4Sx8BnKq1Hc7JtUeV3wLm',
  idToken: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMTAxIn0.c2lnbmF0dXJl',
  idempotencyKey: '8f4d1c7a-6b0e-4f1d-9b63-2c5e7a90d314',
  caseId: 'k4Vd8QxNs2Bz7LmTfR0yHw',
  decisionId: 'd6Fp3WcZt9Xk1GvRnY5jQa',
  noticeId: 'n2Hs7LbMx4Dq8KtVzJ6wCe',
  confirmationId: 'g8Rj5NyKw3Tm6PbXcF1vLz',
  reference: 'R-7K3M9Q2XAB',
  requestReference: 'Q-4T8W2PNC6H',
  mutedUserId: 'u9Kx4TcLp7Vb2MwQdN5jZs',
  pushEndpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABnew',
  droppedEndpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABold',
  reminderToken: 'e8Wq2ZnLb5Jx1HsYtV7kRd',
  suggestionId: 's6Yt3BnKw9Rc1VzHqM4xLd',
  sessionId: 's8Bm2QzXc4Rf7TkLvW1pJd',
  passkeyId: 'b3Kt8WmQz5Xc1RvJn7HsYd',
  passkeyChallenge: 'h6Vd2LqNx9Tb4KwRz8JmCe01795214520c2lnbmF0dXJlIG9mIHRoZSBub25jZSBhbmQgaXQ',
  rpId: 'ichimon.example',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA',
  signature: 'MEUCIQDc2lnbmF0dXJl',
  userHandle: 'dTVHZTlWbkh5Mk9yN1phTXFEM2xDcA',
  attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg',
  poolId: 'w3Nv8YkHs5Qm1CzTbP6dLf',
  importId: 'i7Gt2XrWj9Bd4FqKvM0sEn',
  announcementId: 'a4Zr6MtQk9Vx1JbHsD8yPc',
  /** Far enough ahead to be free whenever the example is tried. */
  freeDay: '2026-12-24',
  otherFreeDay: '2026-12-27',
  firstDay: '2026-11-01',
  lastDay: '2026-11-30',
  picture:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
} as const

/** Midnight that begins 21 November 2026 in Tokyo, and a morning hour of that day; epoch seconds. */
const MIDNIGHT = 1_795_186_800
export const MORNING = 1_795_214_520

const comment: Comment = {
  commentId: sample.commentId,
  userId: sample.userId,
  text: '毎朝、窓を開けることです。',
  lang: 'ja',
  lastUpdated: MORNING,
  lastUpdatedDate: '2026-11-21T07:42:00.000+09:00',
  userOptions: { picture: `/picture/${sample.pictureId}`, username: sample.username },
}

const translation: Translation = {
  commentId: sample.commentId,
  language: 'en',
  text: 'I open the window every morning.',
  translator: 'libretranslate',
}

const text = 'What do you do every morning without thinking?'
const questionTranslations = { jp: { text: '毎朝、考えずにしていることは何ですか？' } }

const question: Question = {
  questionId: sample.questionId,
  questionnaireId: sample.questionnaireId,
  text,
  questionTranslations,
  previewAt: MIDNIGHT,
  previewAtDate: '2026-11-21T00:00:00.000+09:00',
  questionCommentsCount: 1,
  questionUsersCount: 1,
  questionCommentsByLanguage: { ja: 1, en: 0 },
  eventSeq: 1,
  topic: {
    name: 'Mornings',
    topicTranslations: { jp: { name: '朝' } },
    category: { name: 'Everyday life', categoryTranslations: { jp: { name: '暮らし' } } },
  },
}

const session: Session = { accessToken: sample.accessToken, updateToken: sample.updateToken }

const user: User = {
  userId: sample.userId,
  username: sample.username,
  email: sample.email,
  gender: 0,
  birthYear: 0,
  hasPicture: true,
  pictureLink: `/picture/${sample.pictureId}`,
  tokenExpired: MORNING + 900,
  userOptions: {},
  activated: true,
}

export const shown = {
  comment,
  ownComment: {
    ...comment,
    question: { questionId: sample.questionId, text, questionTranslations },
  },
  question,
  questionWithComments: { ...question, questionComments: [comment] },
  session,
  translation,
  user,
  window: { start: MIDNIGHT + 7_200, end: MIDNIGHT + 10_800 },
  maintenance: [
    { name: 'serviceMaintenanceStart', lastUpdated: MIDNIGHT + 7_200 },
    { name: 'serviceMaintenanceEnd', lastUpdated: MIDNIGHT + 10_800 },
  ],
  questionnaire: { questionnaireId: sample.questionnaireId, status: 1, name: 'Ichimon' },
}
