import english from '../../locales/en.json' with { type: 'json' }
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls, messages, person, show, signIn, t } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { sample } from '../../src/contract/examples.ts'
import { shownModeration as examples } from '../../harness/examples.ts'
import type { Case } from '../../src/contract/case-schemas.ts'
import type { ModerationNotice } from '../../src/contract/moderation-schemas.ts'
import Notices from '../../src/islands/notices/Notices.tsx'
import DecisionForm from '../../src/islands/operator/cases/DecisionForm.tsx'
import type { DecisionDraft } from '../../src/islands/operator/cases/use-decision.ts'
import { draftOf } from '../../src/islands/operator/statement-draft.ts'
import ReportDialog from '../../src/islands/report/ReportDialog.tsx'
import RequestForm from '../../src/islands/request/RequestForm.tsx'

const press = (name: string) => screen.getByRole('button', { name })
const field = (name: string) => document.querySelector<HTMLElement>(`[name="${name}"]`)!
const enterCode = async (user: ReturnType<typeof show>) => {
  await user.click(await screen.findByLabelText(t('otp.digit', { n: 1 })))
  await user.keyboard('482913')
}

describe('a report', () => {
  const { commentId } = sample
  const open = () => show(<ReportDialog commentId={commentId} />)
  const send = () => press(t('dialog.report.send'))
  const isReported = () => localStorage.getItem('Reported')?.includes(commentId)
  beforeEach(() => sessionStorage.clear())

  it('needs its form and a mailed code from a guest about something illegal', async () => {
    const user = open()
    await user.click(screen.getByLabelText(t('dialog.report.category.illegal')))
    await user.click(send())
    await screen.findByText(t('dialog.report.reasonMissing'))
    await screen.findByText(t('dialog.report.goodFaithMissing'))
    await user.type(field('reason'), 'It breaks a law.')
    await user.click(field('inGoodFaith'))
    await user.type(field('email'), person.email)
    calls
      .on('moderation', 'POST /report/guest', [examples.pending])
      .on('moderation', 'POST /report/confirm', refused('dataNotAvailable'))
    await user.click(send())
    await enterCode(user)
    await screen.findByText(t('otp.failed'))
    expect(isReported()).toBeFalsy()
    expect(calls.inputs('POST /report/guest')).toEqual([
      {
        commentId,
        category: 'illegal',
        illegal: { reason: 'It breaks a law.', inGoodFaith: true },
        email: person.email,
        language: 'ja',
      },
    ])
    calls.on('moderation', 'POST /report/confirm', [examples.receipt])
    await user.click(press(t('otp.confirm')))
    await screen.findByText(examples.receipt.reference)
    expect(isReported()).toBe(true)
  })
})

it('a request without an account keeps what was typed, and ends with a reference number after the code', async () => {
  const user = show(<RequestForm />, `/request?post=${sample.commentId}`)
  const submit = () => press(t('request.submit'))
  await user.type(field('right'), 'Privacy')
  await user.click(submit())
  await screen.findByText(t('request.goodFaithMissing'))
  expect((field('right') as HTMLInputElement).value).toBe('Privacy')
  expect((field('post') as HTMLInputElement).value).toBe(sample.commentId)
  for (const [name, text] of [
    ['reason', 'It names my street.'],
    ['name', 'Hanako'],
    ['contact', '03-0000-0000'],
    ['email', person.email],
  ] as const)
    await user.type(field(name), text)
  await user.click(field('inGoodFaith'))
  calls
    .on('moderation', 'POST /request', [examples.pending])
    .on('moderation', 'POST /request/confirm', [examples.receipt])
  await user.click(submit())
  await screen.findByText(person.email)
  await enterCode(user)
  await screen.findByText(examples.receipt.reference)
  expect(calls.inputs('POST /request')).toMatchObject([
    { post: sample.commentId, right: 'Privacy', reason: 'It names my street.' },
  ])
  expect(calls.inputs('POST /request/confirm')).toEqual([
    { id: examples.pending.id, passcode: '482913' },
  ])
})

describe('notices', () => {
  async function open(notice: ModerationNotice) {
    signIn()
    calls.on('moderation', 'GET /notice', [notice]).on('moderation', 'PUT /notice/read', [])
    const user = show(<Notices />, '/notices')
    await screen.findByRole('article')
    return user
  }

  it('say also of a filter of a later version that it holds the post', async () => {
    await open({ ...examples.notice, kind: 'held', filter: 'of a later version' })
    screen.getByText(t('notices.heldByFilter', { reason: t('posting.held.other') }))
  })

  it('put a request to the author, who replies, or learns that the post stays', async () => {
    const { noticeId, createdAt, text } = examples.notice
    const inquiry = { noticeId, createdAt, text, kind: 'inquiry', isRead: true } as const
    await open({ ...inquiry, isReplied: true, outcome: 'dismissed' })
    screen.getByText(t('notices.inquiryDismissed'))
    expect(screen.queryByText(t('notices.replied'))).toBeNull()
    const reason = 'It names my street.'
    const user = await open({ ...inquiry, reason, replyDueAt: createdAt + 7 })
    screen.getByRole('heading', { name: t('notices.inquiry') })
    screen.getByText(reason)
    await user.click(press(t('notices.replySend')))
    await screen.findByText(t('notices.replyMissing'))
    await user.click(screen.getByLabelText(t('notices.reply.refuses')))
    await user.type(screen.getByLabelText(t('notices.replyWords')), 'It is my own street.')
    calls.on('moderation', 'POST /request/reply', [])
    await user.click(press(t('notices.replySend')))
    await screen.findByText(t('notices.replied'))
    expect(calls.inputs('POST /request/reply')).toEqual([
      { noticeId, reply: 'refuses', words: 'It is my own street.' },
    ])
  })
})

const unused = { onChange() {}, onConfirm: async () => {}, onCancel() {} }
const statements = { ja: messages, en: english }

it('a template is told in the language of the desk, and sent in the author’s', () => {
  const authorInfo = { ...examples.whole.authorInfo!, language: 'en' as const }
  const draft = { choice: 'hide' as const, version: 1, ...draftOf(english, 'spam') }
  const one: Case = { ...examples.whole, authorInfo }
  show(<DecisionForm {...{ one, draft, statements }} {...unused} />)
  screen.getByText(t('statement.rule', { rule: t('category.spam') }))
  screen.getByText(t('statement.spam'))
  expect(field('explanation')).toHaveProperty('value', english['statement.spam'])
})

it.each(['none', 'show', 'refused'] as const)(
  'a decision for no measure says its effect: %s',
  (about) => {
    const asked = about === 'refused' && { reports: [], requests: [{ language: 'ja' }] }
    const one = { ...examples.whole, isHeld: about === 'show', ...asked } as unknown as Case
    const draft = { choice: 'none' } as DecisionDraft
    show(<DecisionForm {...{ one, draft, statements }} {...unused} />)
    screen.getByText(t(`desk.about.${about}`))
    expect(field('explanation')).toBeNull()
  },
)
