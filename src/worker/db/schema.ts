import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The tables of `migrations/`, which are the truth; a test holds the two against each other. */
const flag = () => integer({ mode: 'boolean' }).notNull()

export const setting = sqliteTable('setting', {
  name: text().primaryKey().notNull(),
  value: text().notNull(),
})

export const user = sqliteTable(
  'user',
  {
    id: text().primaryKey().notNull(),
    username: text().notNull(),
    usernameKey: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    passwordHash: text(),
    gender: integer().notNull().default(0),
    birthYear: integer().notNull().default(0),
    pictureId: text(),
    language: text().notNull().default('ja'),
    createdAt: integer().notNull(),
    activatedAt: integer(),
    removedAt: integer(),
    isDemonstration: flag().default(false),
  },
  (table) => [
    uniqueIndex('user_username_key').on(table.usernameKey),
    uniqueIndex('user_email_key').on(table.emailKey),
    index('user_unactivated')
      .on(table.createdAt)
      .where(sql`activated_at IS NULL`),
    index('user_demonstration')
      .on(table.isDemonstration)
      .where(sql`is_demonstration = 1`),
  ],
)

export const socialIdentity = sqliteTable(
  'social_identity',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('social_identity_user').on(table.userId),
  ],
)

export const usedIdToken = sqliteTable(
  'used_id_token',
  {
    tokenHash: text().primaryKey().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [index('used_id_token_expiry').on(table.expiresAt)],
)

export const userRole = sqliteTable(
  'user_role',
  { userId: text().notNull(), role: text().notNull(), grantedAt: integer().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.role] })],
)

export const ban = sqliteTable(
  'ban',
  {
    id: text().primaryKey().notNull(),
    userId: text().notNull(),
    startsAt: integer().notNull(),
    endsAt: integer(),
    reason: text().notNull().default(''),
  },
  (table) => [index('ban_user').on(table.userId)],
)

export const picture = sqliteTable(
  'picture',
  {
    id: text().primaryKey().notNull(),
    userId: text().notNull(),
    type: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [index('picture_user').on(table.userId)],
)

export const discardedPicture = sqliteTable(
  'discarded_picture',
  {
    id: text().primaryKey().notNull(),
    discardedAt: integer().notNull(),
  },
  (table) => [index('discarded_picture_due').on(table.discardedAt)],
)

export const session = sqliteTable(
  'session',
  {
    id: text().primaryKey().notNull(),
    userId: text().notNull(),
    kept: flag(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    endsAt: integer().notNull(),
    localIp: text(),
    localLanguage: text(),
    deviceName: text(),
    resolution: text(),
    timezoneOffset: text(),
    localRegion: text(),
    localTime: text(),
    dstOffset: text(),
  },
  (table) => [index('session_user').on(table.userId), index('session_expiry').on(table.expiresAt)],
)

export const updateToken = sqliteTable(
  'update_token',
  {
    tokenHash: text().primaryKey().notNull(),
    sessionId: text().notNull(),
    createdAt: integer().notNull(),
    usedAt: integer(),
  },
  (table) => [index('update_token_session').on(table.sessionId)],
)

export const passcode = sqliteTable(
  'passcode',
  {
    userId: text().primaryKey().notNull(),
    purpose: integer().notNull(),
    codeHash: text().notNull(),
    attempts: integer().notNull().default(0),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [index('passcode_expiry').on(table.expiresAt)],
)

export const passcodeLock = sqliteTable(
  'passcode_lock',
  {
    userId: text().primaryKey().notNull(),
    failures: integer().notNull().default(0),
    unlockHash: text(),
  },
  (table) => [uniqueIndex('passcode_lock_unlock').on(table.unlockHash)],
)

export const emailChange = sqliteTable(
  'email_change',
  {
    tokenHash: text().primaryKey().notNull(),
    userId: text().notNull(),
    newEmail: text().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    index('email_change_user').on(table.userId),
    index('email_change_expiry').on(table.expiresAt),
  ],
)

export const attemptCounter = sqliteTable(
  'attempt_counter',
  {
    name: text().primaryKey().notNull(),
    count: integer().notNull(),
    windowEndsAt: integer().notNull(),
  },
  (table) => [index('attempt_counter_expiry').on(table.windowEndsAt)],
)

export const questionnaire = sqliteTable('questionnaire', {
  id: text().primaryKey().notNull(),
  name: text().notNull(),
  status: integer().notNull(),
})

export const category = sqliteTable('category', {
  id: text().primaryKey().notNull(),
  name: text().notNull(),
  nameJa: text().notNull(),
})

export const topic = sqliteTable('topic', {
  id: text().primaryKey().notNull(),
  categoryId: text().notNull(),
  name: text().notNull(),
  nameJa: text().notNull(),
})

export const packQuestion = sqliteTable(
  'pack_question',
  {
    id: text().primaryKey().notNull(),
    topicId: text().notNull(),
    text: text().notNull(),
    textJa: text().notNull(),
    position: integer().notNull(),
    lastDay: text().notNull().default(''),
  },
  (table) => [index('pack_question_next').on(table.lastDay, table.position)],
)

export const question = sqliteTable(
  'question',
  {
    id: text().primaryKey().notNull(),
    questionnaireId: text().notNull(),
    topicId: text().notNull(),
    packQuestionId: text(),
    day: text().notNull(),
    previewAt: integer().notNull(),
    status: integer().notNull(),
    text: text().notNull(),
    textJa: text().notNull(),
    commentsCount: integer().notNull().default(0),
    usersCount: integer().notNull().default(0),
    eventSeq: integer().notNull().default(0),
    isDemonstration: flag().default(false),
  },
  (table) => [
    uniqueIndex('question_day').on(table.questionnaireId, table.day),
    index('question_preview').on(table.previewAt),
    index('question_open')
      .on(table.status, table.previewAt)
      .where(sql`status < 2`),
  ],
)

export const comment = sqliteTable(
  'comment',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    questionId: text().notNull(),
    userId: text().notNull(),
    slot: integer().notNull(),
    text: text().notNull(),
    createdAt: integer().notNull(),
    deletedAt: integer(),
    idempotencyKey: text(),
  },
  (table) => [
    uniqueIndex('comment_id').on(table.id),
    uniqueIndex('comment_slot')
      .on(table.userId, table.questionId, table.slot)
      .where(sql`deleted_at IS NULL`),
    index('comment_user_question').on(table.userId, table.questionId),
    index('comment_reading')
      .on(table.questionId, table.seq)
      .where(sql`deleted_at IS NULL`),
    index('comment_history')
      .on(table.userId, table.seq)
      .where(sql`deleted_at IS NULL`),
    uniqueIndex('comment_idempotency')
      .on(table.userId, table.idempotencyKey)
      .where(sql`idempotency_key IS NOT NULL`),
    index('comment_idempotency_age')
      .on(table.createdAt)
      .where(sql`idempotency_key IS NOT NULL`),
  ],
)

export const commentEvent = sqliteTable(
  'comment_event',
  {
    questionId: text().notNull(),
    seq: integer().notNull(),
    commentId: text().notNull(),
    kind: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.seq] })],
)

export const maintenanceWindow = sqliteTable('maintenance_window', {
  service: text().primaryKey().notNull(),
  startsAt: integer(),
  endsAt: integer(),
})

export const mail = sqliteTable(
  'mail',
  {
    id: text().primaryKey().notNull(),
    userId: text(),
    sealed: text().notNull(),
    createdAt: integer().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer().notNull(),
    expiresAt: integer().notNull(),
    sentAt: integer(),
  },
  (table) => [
    index('mail_waiting')
      .on(table.nextAttemptAt)
      .where(sql`sent_at IS NULL`),
    index('mail_sent')
      .on(table.sentAt)
      .where(sql`sent_at IS NOT NULL`),
    index('mail_expiry').on(table.expiresAt),
    index('mail_created').on(table.createdAt),
    index('mail_user').on(table.userId),
  ],
)

export const vital = sqliteTable(
  'vital',
  {
    day: text().notNull(),
    page: text().notNull(),
    language: text().notNull(),
    metric: text().notNull(),
    value: integer().notNull(),
    count: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.page, table.language, table.metric, table.value] }),
  ],
)
