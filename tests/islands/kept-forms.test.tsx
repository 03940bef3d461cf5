import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { calls, person, show, signIn, t } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { sample } from '../../src/contract/examples.ts'
import { shownDesk } from '../../harness/desk-examples.ts'
import { shownModeration as examples } from '../../harness/examples.ts'
import SuggestQuestion from '../../src/islands/account/SuggestQuestion.tsx'
import { hasDraft } from '../../src/islands/dialogs/log-out.ts'
import Notices from '../../src/islands/notices/Notices.tsx'
import ReportDialog from '../../src/islands/report/ReportDialog.tsx'
import RequestForm from '../../src/islands/request/RequestForm.tsx'
import { clearWriter } from '../../src/stores/draft.ts'
import { logout, signOut } from '../../src/stores/sign-out.ts'

type Control = HTMLInputElement & { isEdited?: boolean }
type User = ReturnType<typeof show>

const field = (name: string) => document.querySelector<Control>(`[name="${name}"]`)!
const chosen = (name: string) => document.querySelector<Control>(`[name="${name}"]:checked`)?.value
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }))

const { notice, receipt } = examples
const openNotices = (subject: string, more: object) => {
  const decision = { ...notice.decision, decisionId: subject }
  calls.on('moderation', 'GET /notice', [
    { ...notice, isRead: true, noticeId: subject, decision, ...more } as never,
  ])
  return show(<Notices />, '/notices')
}

/** Fills in the code of a guest. */
async function enterCode(user: User) {
  await user.click(await screen.findByLabelText(t('otp.digit', { n: 1 })))
  await user.keyboard('482913')
}

const forms = {
  'an appeal': {
    words: 'appeal',
    open: (subject: string) => openNotices(subject, {}),
    async send(user: User) {
      await press(user, t('notices.appealSend'))
    },
    answer: (result: never) => calls.on('moderation', 'POST /appeal', result),
    received: [receipt],
  },
  'a reply': {
    words: 'words',
    open: (subject: string) => openNotices(subject, { kind: 'inquiry', replyDueAt: 9 }),
    async send(user: User) {
      await user.click(screen.getByLabelText(t('notices.reply.refuses')))
      await press(user, t('notices.replySend'))
    },
    answer: (result: never) => calls.on('moderation', 'POST /request/reply', result),
    received: [],
  },
  'a request': {
    words: 'reason',
    open: (subject: string) => show(<RequestForm />, `/request?post=${subject}`),
    async send(user: User) {
      for (const name of ['right', 'name', 'contact'])
        if (!field(name).value) await user.type(field(name), 'a')
      if (!field('email').value) await user.type(field('email'), person.email)
      if (!field('inGoodFaith').checked) await user.click(field('inGoodFaith'))
      calls.on('moderation', 'POST /request', [examples.pending])
      await press(user, t('request.submit'))
      await enterCode(user)
    },
    answer: (result: never) => calls.on('moderation', 'POST /request/confirm', result),
    received: [receipt],
  },
  'a suggestion': {
    words: 'text',
    open() {
      calls.on('comment', 'GET /suggestion', [])
      return show(<SuggestQuestion language="en" />, '/suggest')
    },
    async send(user: User) {
      await waitFor(() => expect(field('text').form!.inert).toBe(false))
      await press(user, t('suggest.send'))
    },
    answer: (result: never) => calls.on('comment', 'POST /suggestion', result),
    received: [{ ...shownDesk.suggestion, state: 'waiting' }],
  },
  'a report': {
    words: 'words',
    open: (subject: string) => show(<ReportDialog commentId={subject} />),
    async send(user: User) {
      await user.click(screen.getByLabelText(t('dialog.report.category.spam')))
      await press(user, t('dialog.report.send'))
    },
    answer: (result: never) => calls.on('moderation', 'POST /report', result),
    received: [receipt],
  },
} as const

const names = Object.keys(forms) as (keyof typeof forms)[]
const words = 'What do you see from your window?'

it.each(names)(
  'what is typed into %s outlives a reload and a lost answer, for its person and subject, until it is sent',
  async (name) => {
    const form = forms[name]
    const reload = async (subject: string = sample.commentId) => {
      const user = form.open(subject)
      await waitFor(() => expect(field(form.words)).not.toBeNull())
      return user
    }
    const value = () => field(form.words).value
    signIn()
    let user = await reload()
    await user.click(
      field(form.words).closest('details')?.querySelector('summary') ?? document.body,
    )
    await user.type(field(form.words), words)
    expect(hasDraft()).toBe(true)

    user = await reload()
    await waitFor(() => expect(value()).toBe(words))
    screen.getByText(`${words.length}/`, { exact: false })
    expect(field(form.words).closest('details')?.open).not.toBe(false)
    if (name !== 'a suggestion') {
      await reload(sample.caseId)
      expect(value()).toBe('')
    }
    signOut()
    dispatchEvent(new Event('pagehide'))
    signIn({ userId: sample.mutedUserId })
    await reload()
    expect(value()).toBe('')

    signIn()
    user = await reload()
    expect(value()).toBe(words)
    form.answer(refused('network') as never)
    await form.send(user)
    await screen.findByText(t('error.network'))
    user = await reload()
    expect(value()).toBe(words)
    form.answer(form.received as never)
    await form.send(user)
    await waitFor(() => expect(hasDraft()).toBe(false))
    await reload()
    expect(value()).toBe('')
  },
)

it('a log out removes what a form kept, an empty field keeps nothing', async () => {
  calls.on('auth', 'POST /user/logout', [])
  signIn()
  const user = forms['an appeal'].open(sample.decisionId)
  await user.click(await screen.findByText(t('notices.appealOpen')))
  await user.type(field('appeal'), 'a')
  await user.clear(field('appeal'))
  expect(hasDraft()).toBe(false)
  await user.type(field('appeal'), 'a')
  logout()
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('all fields of a guest’s request are kept, but for ticks, and go to the person who logs in', async () => {
  clearWriter()
  const open = () => show(<RequestForm />, '/request')
  const user = open()
  const typed = ['post', 'right', 'reason', 'name', 'contact', 'email']
  for (const name of typed) await user.type(field(name), `${name}!`)
  await user.click(screen.getByLabelText(t('request.kind.dsa')))
  await user.click(field('inGoodFaith'))
  const read = () => [...typed.map((name) => field(name).value), chosen('kind')]
  const kept = [...typed.map((name) => `${name}!`), 'dsa']
  for (const again of [() => {}, signIn]) {
    again()
    open()
    expect(read()).toEqual(kept)
    expect(field('inGoodFaith').checked).toBe(false)
  }
  signIn({ userId: sample.mutedUserId })
  open()
  expect(field('reason').value).toBe('')
})

it('a report keeps its category and the words of the others', async () => {
  signIn()
  const user = forms['a report'].open(sample.commentId)
  await user.click(screen.getByLabelText(t('dialog.report.category.spam')))
  // A log-out would lose no text.
  expect(hasDraft()).toBe(false)
  await user.type(field('words'), 'first')
  await user.click(screen.getByLabelText(t('dialog.report.category.illegal')))
  await user.type(field('reason'), 'second')
  forms['a report'].open(sample.commentId)
  expect([chosen('category'), field('reason').value]).toEqual(['illegal', 'second'])
  for (const name of ['spam', 'illegal', 'spam'] as const) {
    await user.click(screen.getByLabelText(t(`dialog.report.category.${name}`)))
    expect(chosen('category')).toBe(name)
  }
  expect(field('words').value).toBe('first')
})

it('what is typed before hydration is newer than what was kept, and kept', async () => {
  clearWriter()
  const path = '/request'
  const user = show(<RequestForm />, path)
  await user.type(field('reason'), 'older')
  await user.type(field('right'), 'older')
  cleanup()
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<RequestForm />)
  Object.assign(field('reason'), { value: 'newer', isEdited: true })
  const dsa = document.querySelector('[value="dsa"]')!
  Object.assign(dsa, { checked: true, isEdited: true })
  render(<RequestForm />, { container, hydrate: true })
  const all = () => [field('reason').value, field('right').value, chosen('kind')]
  await waitFor(() => expect(all()).toEqual(['newer', 'older', 'dsa']))
  show(<RequestForm />, path)
  expect(all()).toEqual(['newer', 'older', 'dsa'])
})

it.each(['full', 'forbidden'])('a form works where storage is %s', async (state) => {
  const fail = () => {
    throw new DOMException('storage', 'QuotaExceededError')
  }
  if (state === 'full') vi.spyOn(Storage.prototype, 'setItem').mockImplementation(fail)
  else vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(fail)
  const user = show(<RequestForm />, '/request')
  await user.type(field('reason'), words)
  expect(field('reason').value).toBe(words)
  screen.getByText(`${words.length}/`, { exact: false })
  vi.restoreAllMocks()
})

it('what a guest typed after a session is newer than what its person had typed', async () => {
  signIn()
  const user = show(<RequestForm />, '/request')
  await user.type(field('reason'), 'older')
  signOut()
  dispatchEvent(new Event('pagehide'))
  clearWriter()
  const later = show(<RequestForm />, '/request')
  await later.type(field('reason'), 'newer')
  signIn()
  show(<RequestForm />, '/request')
  expect(field('reason').value).toBe('newer')
})
