import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls, navigations, show, signIn, t } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { shownDesk } from '../../harness/desk-examples.ts'
import { type Glance, waitingKinds } from '../../src/contract/calls/operator-glance.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { questionPath } from '../../src/domain/question.ts'
import AnnouncementDesk from '../../src/islands/operator/announcements/AnnouncementDesk.tsx'
import DeskHome from '../../src/islands/operator/DeskHome.tsx'
import { timeOf } from '../../src/islands/operator/format.ts'
import { endTime } from '../../src/i18n/end-time.ts'
import { button, statements } from '../../harness/desk.tsx'

const { announced } = shownDesk

beforeEach(() => signIn())

it('the desk opens with the cases for people who may decide them', () => {
  signIn({ roles: ['editor', 'moderator'] })
  show(<DeskHome />)
  expect(navigations).toEqual(['/operator/cases'])
})

it('the overview begins with what waits, each with its own number', async () => {
  signIn({ roles: ['operator'] })
  const cases: Glance['cases'] = waitingKinds.map((kind, at) => ({
    kind,
    count: at + 1,
    caseId: kind,
  }))
  const { question } = shownDesk.day
  const days = [{ question }, { question: { ...question!, isScheduled: true } }, { question }, {}]
  calls
    .on('operator', 'GET /glance', [{ ...shownDesk.glance, cases, suggestions: 0 }])
    .on('operator', 'GET /calendar', ({ from }) =>
      days.map((one, count) => ({ day: addDays(from, count), replaced: [], ...one })),
    )
  show(<DeskHome />)
  await screen.findByRole('link', { name: `${t('glance.urgent')} 1` })
  const shown = screen.getAllByRole<HTMLAnchorElement>('link')
  expect(shown.map((one) => one.textContent)).toEqual([
    `${t('glance.urgent')} 1`,
    `${t('glance.appealed')} 2`,
    `${t('glance.requested')} 3`,
    `${t('glance.reported')} 4`,
    `${t('glance.emptyDays')} 1`,
    t('glance.elsewhere', { count: 5 }),
    question!.texts.ja,
    t('glance.ahead', { planned: 1, automatic: 1 }),
  ])
  const hashes = shown.map(({ hash }) => hash)
  expect([...hashes.slice(0, 4), hashes[5]]).toEqual(waitingKinds.map((kind) => `#${kind}`))
  const from = tokyoDay(Date.now())
  expect(calls.inputs('GET /calendar')[0]).toEqual({ from, until: addDays(from, 7) })
  expect(shown[6]!.pathname + shown[6]!.search).toBe(questionPath(question!.questionId))
  calls
    .on('operator', 'GET /glance', [
      { ...shownDesk.glance, cases: cases.slice(-1), suggestions: 0 },
    ])
    .on('operator', 'GET /calendar', [])
  show(<DeskHome />)
  const elsewhere = { name: t('glance.elsewhere', { count: 5 }) }
  expect(await screen.findByRole('link', elsewhere)).toHaveProperty('hash', '#elsewhere')
})

describe('announcements', () => {
  const input = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
  const fill = (name: string, value: string) => fireEvent.change(input(name), { target: { value } })
  beforeEach(() =>
    calls.on('operator', 'GET /announcement/list', []).on('operator', 'GET /maintenance', []),
  )
  async function open() {
    const user = show(<AnnouncementDesk {...{ statements }} />)
    await screen.findByText(t('announce.windows'))
    return user
  }

  it('need both languages, that of the page first, and are shown as readers will see them before', async () => {
    document.documentElement.lang = 'en'
    calls.on('operator', 'POST /announcement', [announced])
    let user = await open()
    await user.click(button(t('announce.new')))
    await user.click(await screen.findByRole('button', { name: t('announce.add') }))
    expect(await screen.findAllByText(t('announce.problem.missing'))).toHaveLength(2)
    await waitFor(() => expect(document.activeElement).toBe(input('en')))
    await user.type(input('ja'), '新しい機能です。')
    await user.type(input('en'), 'Something is new')
    const start = `${addDays(tokyoDay(Date.now()), 1)}T09:00`
    fill('startsAt', start)
    user = await open()
    await waitFor(() => expect(input('ja').value).toBe('新しい機能です。'))
    expect(input('startsAt').value).toBe(start)
    // Escape must not close it: it was typed in another visit.
    await user.keyboard('{Escape}')
    fill('startsAt', '')
    await user.click(button(t('announce.add')))
    await screen.findByText(t('announce.sure'))
    const shown = [...document.querySelectorAll('.news-texts > *')].map((one) => one.textContent)
    const title = t('dialog.updateInfo.title')
    expect(shown).toEqual([`${title}Something is new`, `${title}新しい機能です。`])
    await user.click(button(t('announce.back')))
    expect(screen.queryByText(t('announce.sure'))).toBeNull()
    await user.type(input('en'), '.')
    await user.click(button(t('announce.add')))
    await screen.findByText(t('announce.sure'))
    expect(calls.inputs('POST /announcement')).toEqual([])
    calls.on('operator', 'POST /announcement', refused('dataNotAvailable', { field: 'startsAt' }))
    await user.click(button(t('announce.confirm')))
    await screen.findByText(t('announce.problem.startsAt'))
    expect(document.activeElement).toBe(input('startsAt'))
    expect(screen.queryByText(t('announce.sure'))).toBeNull()
    const withdrawnAt = announced.startsAt + 3600
    const other = { announcementId: 'other', state: 'withdrawn', withdrawnAt } as const
    calls
      .on('operator', 'GET /announcement/list', [announced, { ...announced, ...other }])
      .on('operator', 'POST /announcement', [announced])
    await user.click(button(t('announce.add')))
    await user.click(await screen.findByRole('button', { name: t('announce.confirm') }))
    await screen.findByText(t('announce.done.added'))
    await screen.findByText(t('announce.time.shown', { time: timeOf(announced.startsAt) }))
    await screen.findByText(timeOf(withdrawnAt))
    expect(document.activeElement).toBe(button(t('announce.new')))
    await user.click(button(t('announce.new')))
    await waitFor(() => expect(input('ja').value).toBe(''))
    await user.type(input('ja'), 'い')
    await user.click(button(t('dialog.cancel')))
    await user.click(button(t('announce.new')))
    await waitFor(() => expect(input('ja').value).toBe(''))
  })

  it('are published once where the answer is lost', async () => {
    const user = await open()
    await user.click(button(t('announce.new')))
    await user.click(await screen.findByRole('button', { name: t('announce.add') }))
    const { texts } = announced
    await user.type(input('ja'), texts.ja)
    await user.type(input('en'), texts.en)
    await user.click(button(t('announce.add')))
    const confirm = async () =>
      user.click(await screen.findByRole('button', { name: t('announce.confirm') }))
    // The same texts of a year ago.
    calls
      .on('operator', 'POST /announcement', refused('network'))
      .on('operator', 'GET /announcement/list', [{ ...announced, state: 'over' }])
    await confirm()
    await user.click(await screen.findByRole('button', { name: t('announce.add') }))
    calls.on('operator', 'GET /announcement/list', [announced])
    await confirm()
    await screen.findByText(t('announce.done.added'))
    expect(document.querySelector('.desk-form')).toBeNull()
  })

  it('need a window in order for maintenance, and confirmation of a long one', async () => {
    const [begins, ends] = [-1, 2].map((hours) => Math.floor(Date.now() / 1000) + hours * 3600)
    const running = { service: 'auth' as const, start: begins!, end: ends! }
    calls.on('operator', 'GET /maintenance', [running])
    const user = await open()
    await screen.findByText(t('announce.window.running'))
    await screen.findByText(t('dialog.maintenance.until', endTime(ends!)))
    // What runs is first, on the page and in its section.
    const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
    expect(headings).toEqual([t('announce.windows'), t('announce.news')])
    const names = screen.getAllByRole('button').map((one) => one.textContent)
    expect(names.slice(0, 2)).toEqual([t('announce.window.runningClear'), t('announce.plan')])
    await screen.findByText(t('announce.window.auth'))
    const [tomorrow, day] = [1, 2].map((days) => addDays(tokyoDay(Date.now()), days))
    await user.click(button(t('announce.plan')))
    const plan = () => user.click(button(t('announce.planSubmit')))
    const start = await screen.findByLabelText(t('announce.start'))
    expect(start).toHaveProperty('value', `${tomorrow}T03:00`)
    fill('start', `${day}T04:00`)
    fill('end', `${day}T03:00`)
    await plan()
    await screen.findByText(t('announce.problem.order'))
    fill('end', `${day}T23:00`)
    await plan()
    await screen.findByText(
      /12時間を超えるメンテナンスです。.*04:00〜23:00のメンテナンスを登録しますか/,
    )
    expect(calls.inputs('PUT /maintenance')).toEqual([])
    calls.on('operator', 'PUT /maintenance', [])
    await user.click(button(t('announce.planConfirm')))
    await screen.findByText(t('announce.set.planned'))
    const [from, end] = ['04:00', '23:00'].map((time) => Date.parse(`${day}T${time}+09:00`) / 1000)
    expect(calls.inputs('PUT /maintenance')).toEqual([
      { service: 'question', window: { start: from, end }, replaces: null },
    ])
  })
})
