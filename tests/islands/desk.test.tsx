import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { calls, messages, navigations, person, show, signIn, t } from '../../harness/island.tsx'
import { retype } from '../../harness/retype.ts'
import english from '../../locales/en.json' with { type: 'json' }
import { standInTranslator } from '../../harness/stand-in-translator.ts'
import type { MessageKey } from '../../src/i18n/translate.ts'
import { refused } from '../../harness/stub-calls.ts'
import {
  announcementCalls,
  type Announcement,
} from '../../src/contract/calls/operator-announcements.ts'
import { glanceCalls, type Glance } from '../../src/contract/calls/operator-glance.ts'
import { peopleCalls, type FoundPerson } from '../../src/contract/calls/operator-people.ts'
import type { Case, CaseSummary } from '../../src/contract/case-schemas.ts'
import { sample, shown } from '../../src/contract/examples.ts'
import { shownModeration } from '../../src/contract/moderation-examples.ts'
import { shownDesk } from '../../src/contract/question-desk-schemas.ts'
import { readQuestionFile } from '../../src/api/question-file.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { rowProblems } from '../../src/domain/question-import.ts'
import { questionPath } from '../../src/domain/question.ts'
import { MAX_LISTED } from '../../src/domain/username.ts'
import AnnouncementDesk from '../../src/islands/operator/announcements/AnnouncementDesk.tsx'
import CaseDesk from '../../src/islands/operator/cases/CaseDesk.tsx'
import { decisionText } from '../../src/islands/operator/cases/Queue.tsx'
import {
  choicesOf,
  type Choice,
  type limitOf,
} from '../../src/islands/operator/cases/use-decision.ts'
import DeskHome from '../../src/islands/operator/DeskHome.tsx'
import { keepDraft, readDraft } from '../../src/islands/operator/desk-drafts.ts'
import { decisionNote, suspensionBy } from '../../src/islands/operator/Entries.tsx'
import { SEPARATOR } from '../../src/islands/operator/separator.ts'
import { templateFor } from '../../src/islands/operator/statement-draft.ts'
import PeopleDesk from '../../src/islands/operator/people/PeopleDesk.tsx'
import { PersonActions } from '../../src/islands/operator/people/PersonActions.tsx'
import { dayText, languageName, seasonText, timeOf } from '../../src/islands/operator/format.ts'
import { draftAt } from '../../src/islands/operator/questions/desk-context.ts'
import { DayForm } from '../../src/islands/operator/questions/DayPanel.tsx'
import { PickDay } from '../../src/islands/operator/questions/PickDay.tsx'
import QuestionDesk from '../../src/islands/operator/questions/QuestionDesk.tsx'
import { insteadOf } from '../../src/islands/operator/questions/use-days-to-come.ts'

const [found] = peopleCalls.findPerson.example.response as unknown as [FoundPerson]
const [announced] = announcementCalls.listAnnouncements.example.response as unknown as [
  Announcement,
]
const banned = { suspensionId: 'b', until: null, reason: '' }
const statements = { ja: messages, en: messages }
/** After a sentence, where something was typed. */
const kept = ` ${t('desk.typedKept')}`
const button = (name: string) => screen.getByRole('button', { name })
const link = (view: MessageKey, values = {}) =>
  screen.getAllByRole('link', { name: t(view, values) })[0]!

beforeEach(() => {
  signIn()
  calls.on('operator', 'GET /person/list', [
    { username: 'kenji', roles: ['editor'], suspension: banned },
    { username: 'aoi', roles: ['moderator'] },
  ])
})

describe('people', () => {
  async function open(role: 'moderator' | 'operator', person: FoundPerson = found) {
    signIn({ roles: [role] })
    calls.on('operator', 'GET /person', ({ name }) => {
      if (name === person.username) return [person]
      return refused(name.includes('@') ? 'userPrivilegeNotFound' : 'dataNotFound')
    })
    const user = show(<PeopleDesk {...{ statements }} />, '/operator/people')
    const label = role === 'operator' ? t('people.nameOrEmail') : t('people.name')
    const field = await screen.findByLabelText(label)
    const find = (name: string) => retype(user, field, `${name}{Enter}`)
    return { user, find }
  }

  it('are found by username alone by a moderator, who sees no address', async () => {
    const { find } = await open('moderator')
    const standing = await screen.findByText(t('people.banned'), { exact: false })
    expect(standing.textContent).toContain(` ${t('desk.role.editor')}`)
    const groups = [...document.querySelectorAll('section')].map(({ textContent }) => textContent)
    expect(groups).toEqual([
      expect.stringMatching(`^${t('people.suspended')}kenji`),
      expect.stringMatching(`^${t('people.withRole')}aoi`),
    ])
    await find('somebody@example.com')
    const refusal = await screen.findByText(t('people.addressRefused'))
    expect(refusal.closest('[role=alert]')).toBeTruthy()
    const start = found.username.slice(0, 3)
    calls.on('operator', 'GET /person/list', ({ start: given }) =>
      given === start ? [{ username: found.username, roles: [] }] : [],
    )
    await find('nobody-at-all')
    await screen.findByText(t('people.notFound'))
    expect(screen.queryByText(t('people.begin'))).toBeNull()
    await find(start)
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: found.username })
    expect(link.search).toBe(`?name=${found.username}`)
    await find(found.username)
    const heading = await screen.findByRole('heading', { name: found.username })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.body.textContent).not.toContain('@')
    expect(screen.queryByRole('button', { name: t('people.action.delete') })).toBeNull()
    expect(location.search).toBe(link.search)
    history.back()
    await waitFor(() => expect(screen.queryByRole('heading', { name: found.username })).toBeNull())
  })

  it('that are oneself cannot be acted on', async () => {
    const { find } = await open('moderator', { ...found, userId: person.userId, actions: [] })
    await find(found.username)
    await screen.findByText(t('people.notOwn'))
  })

  it('are found by the name in a link from a case, and listed up to a number', async () => {
    const listed = Array.from({ length: MAX_LISTED }, (_, n) => ({ username: `p${n}`, roles: [] }))
    const actions: FoundPerson['actions'] = ['endSessions', 'lift']
    const person: FoundPerson = { ...found, actions, sessions: [], suspension: banned }
    calls.on('operator', 'GET /person', [person]).on('operator', 'GET /person/list', listed)
    const user = show(<PeopleDesk {...{ statements }} />, `/operator/people?name=${found.username}`)
    await screen.findByRole('heading', { name: found.username })
    expect(calls.inputs('GET /person')).toEqual([{ name: found.username }])
    expect(screen.queryByRole('button', { name: t('people.action.endSessions') })).toBeNull()
    await user.click(button(t('people.action.lift')))
    screen.getByLabelText(t('people.liftWhy', { language: languageName(found.language) }))
    history.replaceState(null, '', '/operator/people')
    fireEvent.popState(window)
    await screen.findByText(t('people.first', { count: MAX_LISTED }))
  })

  it('are paused with a reason, and say what was done', async () => {
    const { user, find } = await open('moderator')
    await find(found.username)
    await user.click(await screen.findByRole('button', { name: t('people.action.pause') }))
    const confirm = () => button(t('desk.confirm', { action: t('people.action.pause') }))
    const groundLabel = t('desk.ground', { language: languageName(found.language) })
    for (const field of screen.getAllByRole<HTMLTextAreaElement>('textbox').slice(-2))
      await user.clear(field)
    await user.click(confirm())
    await screen.findByText(t('desk.groundMissing'))
    await screen.findByText(t('desk.explanationMissing'))
    await user.selectOptions(screen.getByLabelText(t('desk.template')), 'selfHarm')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /説明/ }).value).toMatch(
      /^つらいお気持ち/,
    )
    await user.selectOptions(screen.getByLabelText(t('desk.template')), 'spam')
    await retype(user, screen.getByLabelText(groundLabel), 'Rule 2')
    expect(screen.queryByText(t('desk.templateKept'))).toBeNull()
    await user.selectOptions(screen.getByLabelText(t('desk.template')), 'hate')
    await screen.findByText(t('desk.templateKept'))
    expect(screen.getByLabelText(groundLabel)).toHaveProperty('value', 'Rule 2')
    await user.selectOptions(screen.getByLabelText(t('desk.template')), 'spam')
    calls.on('operator', 'POST /person/change', refused('tooManyAttempts'))
    await user.click(confirm())
    await screen.findByText(t('people.tooMany'))
    calls.on('operator', 'POST /person/change', refused('dataNotAvailable', { field: 'change' }))
    await user.click(confirm())
    await screen.findByText(t('people.changed') + kept)
    const again = await (cleanup(), open('moderator'))
    await again.find(found.username)
    expect(await screen.findByLabelText(groundLabel)).toHaveProperty('value', 'Rule 2')
    calls.on('operator', 'POST /person/change', [found])
    await again.user.click(confirm())
    const said = t('people.done.pause', { username: found.username })
    await screen.findByText(said)
    await again.user.click(button(t('people.action.pause')))
    expect(screen.queryByText(said)).toBeNull()
    await again.user.type(screen.getByLabelText(groundLabel), 'Rule 3')
    expect(readDraft(found.userId)).toMatchObject({ ground: 'Rule 3' })
    await again.user.click(button(t('dialog.cancel')))
    expect(readDraft(found.userId)).toBeUndefined()
    expect(calls.inputs('POST /person/change').at(-1)).toMatchObject({
      userId: found.userId,
      change: 'pause',
      ground: { kind: 'terms', text: 'Rule 2' },
      explanation: t('statement.spam'),
    })
  })

  const decision = { explanation: 'Twice.', foundByFilter: false, decidedAt: 1 }
  const appealed = {
    caseId: 'a',
    state: 'appealed' as const,
    openedAt: 1,
    text: '',
    isPublic: false,
  }

  it('that a colleague changes first show by whom, and keep what was typed for what can be done', async () => {
    const { user, find } = await open('moderator', { ...found, actions: ['pause', 'ban'] })
    await find(found.username)
    const now = (action: 'pause' | 'ban', person: Partial<FoundPerson>, endedAt?: number) => {
      const made = { ...decision, moderator: 'kenji', ...(endedAt && { endedAt }) }
      const decisions = [{ ...made, decisionId: action, action }]
      const cases = [{ ...appealed, state: 'closed' as const, decisions }]
      calls.on('operator', 'GET /person', [{ ...found, cases, ...person }])
      // Who has lifted it is not known.
      const by = endedAt ? '' : 'kenji'
      const note = decisionNote({ ...decisions[0]!, moderator: by })
      return [t(`desk.action.${action}`), note].join(SEPARATOR)
    }
    const confirm = async (action: 'pause' | 'ban', sentence: MessageKey, decision: string) => {
      await user.click(button(t('desk.confirm', { action: t(`people.action.${action}`) })))
      const said = `${t(sentence)} ${t('people.changedTo', { decision })}${kept}`
      return screen.findByText(said.replaceAll(/\s+/g, ' '))
    }
    calls.on('operator', 'POST /person/change', refused('dataNotAvailable', { field: 'change' }))
    await user.click(await screen.findByRole('button', { name: t('people.action.pause') }))
    const explanation = () => screen.getByLabelText<HTMLTextAreaElement>(/説明/)
    await user.selectOptions(screen.getByLabelText(t('desk.template')), 'spam')
    await user.type(explanation(), ' Twice.')
    const suspension = { suspensionId: 'pause', until: 4_000_000_000, reason: '' }
    const paused = now('pause', { actions: ['lift', 'ban'], suspension })
    expect(await confirm('pause', 'people.changedOver', paused)).toBe(document.activeElement)
    expect(document.querySelector('.desk-form')).toBeNull()
    await user.click(button(t('people.action.ban')))
    expect(explanation().value).toContain(' Twice.')
    await confirm('ban', 'people.changed', now('pause', { actions: ['pause', 'ban'] }, 1))
    await confirm('ban', 'people.changedOver', now('ban', { actions: ['lift'] }))
    const seen = calls.inputs('POST /person/change').map(({ seenId }) => seenId)
    expect(seen).toEqual([undefined, 'pause', undefined])
    await user.click(button(t('people.action.lift')))
    expect(explanation().value).toContain(' Twice.')
  })

  it('that are deleted or renamed meanwhile say so, and another person takes no place', async () => {
    const { user, find } = await open('moderator', { ...found, actions: ['endSessions'] })
    await find(found.username)
    await user.click(await screen.findByRole('button', { name: t('people.action.endSessions') }))
    const confirm = button(t('desk.confirm', { action: t('people.action.endSessions') }))
    calls.on('operator', 'POST /person/change', refused('dataNotFound'))
    await user.click(confirm)
    await screen.findByText(t('people.gone'))
    calls
      .on('operator', 'POST /person/change', refused('dataNotAvailable', { field: 'change' }))
      .on('operator', 'GET /person', [{ ...found, userId: sample.mutedUserId, posts: 4711 }])
    await user.click(confirm)
    await waitFor(() => expect(calls.inputs('GET /person')).toHaveLength(2))
    await screen.findByText(t('people.gone'))
    expect(document.body.textContent).not.toContain('4711')
  })

  it('show every decision, and wait for the appeal against one’s own before they are deleted', async () => {
    const decisions = [
      { ...decision, decisionId: '2', action: 'reverse' as const, moderator: 'kenji' },
      { ...decision, decisionId: '1', action: 'pause' as const, moderator: sample.username },
    ]
    const hide = { ...decision, decisionId: '3', action: 'hide' as const, decidedAt: 9 }
    const warn = { ...hide, decisionId: '4', action: 'warn' as const, isUpheld: true, decidedAt: 5 }
    const cases = [
      { ...appealed, decisions: [{ ...decisions[1]!, decisionId: '0' }] },
      { ...appealed, caseId: 'b', state: 'closed' as const, text: 'You lot!', decisions },
      { ...appealed, caseId: 'c', state: 'closed' as const, text: '', decisions: [warn] },
      { ...appealed, caseId: 'd', state: 'closed' as const, text: undefined, decisions: [hide] },
    ]
    const { find } = await open('operator', { ...found, actions: ['pause', 'delete'], cases })
    await find(found.username)
    await screen.findByText(t('people.appealWaits'))
    expect(screen.queryByRole('button', { name: t('people.action.delete') })).toBeNull()
    screen.getByRole('link', { name: t('people.case.appealed') })
    const struck = [...document.querySelectorAll('s')].map((one) => one.closest('li')!.textContent)
    expect(struck).toEqual([expect.stringContaining(sample.username)])
    expect(struck[0]).toContain(t('desk.reversed'))
    expect(struck[0]).toContain('You lot!')
    const [, newest, second] = screen
      .getByText(t('people.cases'))
      .parentElement!.querySelectorAll('li')
    expect(newest!.textContent).toMatch(RegExp(`^${t('desk.action.hide')}${hide.explanation}`))
    expect(second!.textContent).toMatch(RegExp(`^${t('desk.action.warn')}${t('desk.erased')}`))
    expect(second!.textContent).toContain(t('desk.kept'))
  })

  it('say that the posts of somebody suspended stay, with the way to the case that waits', async () => {
    const post = { commentId: 'c', questionId: 'q', text: 'Hm.', isHidden: false, postedAt: 1 }
    const cases = (['closed', 'open', 'open'] as const).map((state, at) => ({
      caseId: 'xya'[at]!,
      state,
      openedAt: 1,
      text: 'Hm.',
      isPublic: at !== 1,
      decisions: [],
    }))
    const listed = { ...found, cases, latestPosts: [post] }
    const { user, find } = await open('moderator', listed)
    await find(found.username)
    await user.click(await screen.findByRole('button', { name: t('people.action.ban') }))
    expect(screen.queryByText(t('people.postsStay'), { exact: false })).toBeNull()
    for (const field of screen.getAllByRole('textbox').slice(-2)) await user.type(field, 'Rule 1')
    const after = { ...listed, actions: ['lift' as const], suspension: banned }
    calls.on('operator', 'POST /person/change', [after])
    await user.click(button(t('desk.confirm', { action: t('people.action.ban') })))
    await screen.findByText(t('people.postsStay'), { exact: false })
    const way = screen.getByRole<HTMLAnchorElement>('link', { name: t('people.postsStay.case') })
    expect([way.pathname, way.hash]).toEqual(['/operator/cases', '#a'])
    const said = t('people.done.ban', { username: found.username })
    await waitFor(() => expect(document.activeElement?.textContent).toBe(said))
    cleanup()
    const hidden = { ...after, latestPosts: [{ ...post, isHidden: true }] }
    await (await open('moderator', hidden)).find(found.username)
    await screen.findByRole('heading', { name: found.username })
    expect(screen.queryByText(t('people.postsStay'), { exact: false })).toBeNull()
    history.back()
    await waitFor(() => expect(screen.queryByRole('heading', { name: found.username })).toBeNull())
    expect(document.activeElement).toBe(screen.getByLabelText(t('people.name')))
  })

  it('are deleted once their name is typed, by an operator', async () => {
    // An appeal against a colleague's decision is theirs to decide.
    const pause = { ...decision, decisionId: '1', action: 'pause' as const, moderator: 'kenji' }
    const cases = [{ ...appealed, decisions: [pause] }]
    const { user, find } = await open('operator', { ...found, actions: ['delete'], cases })
    await find(found.username)
    const choice = await screen.findByRole('button', { name: t('people.action.delete') })
    await user.click(choice)
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(button(t('people.action.delete')))
    await user.click(button(t('people.action.delete')))
    await user.type(screen.getByLabelText(t('people.why')), 'Asked for it by mail')
    const confirm = () => button(t('desk.confirm', { action: t('people.action.delete') }))
    await user.click(confirm())
    await screen.findByText(t('people.confirmWrong'))
    expect(calls.inputs('DELETE /person')).toEqual([])
    const name = screen.getByLabelText(t('people.confirmName', { username: found.username }))
    await user.type(name, found.username)
    calls.on('operator', 'DELETE /person', [])
    await user.click(confirm())
    await screen.findByText(t('people.done.delete', { username: found.username }))
    const field = screen.getByLabelText<HTMLInputElement>(t('people.nameOrEmail'))
    expect(document.activeElement).toBe(field)
    expect([field.value, location.search]).toEqual(['', ''])
    expect(screen.queryByRole('heading', { name: found.username })).toBeNull()
  })
})

describe('cases', () => {
  const { summary, whole } = shownModeration
  const decision = shownModeration.notice.decision!
  const caseDesk = <CaseDesk {...{ statements }} />
  const named = (text: string) => ({ ...summary, caseId: text.padEnd(22, 'x'), text })
  /** The queue, and what its first case has. */
  const serve = (changes: Partial<Case> = {}, ...queue: CaseSummary[]) =>
    calls
      .on('moderation', 'GET /case', [summary, ...queue])
      .on('moderation', 'GET /case/detail', [{ ...whole, ...changes }])
  async function open() {
    cleanup()
    const user = show(caseDesk, '/operator/cases')
    await screen.findByRole('group', { name: t('desk.decide') })
    return user
  }
  const isRefused = () =>
    calls.on('moderation', 'POST /case/decision', refused('dataNotAvailable', { field: 'version' }))
  const { userId: me, mutedUserId: other } = sample
  const appealed = { reference: 'A-7K3M9Q2XAB', text: '', appealedAt: 1 }
  const appeal = { ...appealed, isOwnDecision: false, isForOperators: false }
  const told = { right: 'My privacy', reason: 'It names me.', name: '' }
  const asked = { reference: 'Q-7K3M9Q2XAB', kind: 'dsa', language: 'en', requestedAt: 1 } as const
  const request: Case['requests'][number] = { ...asked, ...told }
  it.each<[string, string, Partial<Case>, Choice[], ReturnType<typeof limitOf> & string]>([
    ['a colleague’s post', other, {}, ['none'], 'desk.keepOnly'],
    ['a colleague’s appeal', other, { state: 'appealed' }, [], 'desk.notAllowed'],
    ['one’s own post', me, { reports: [] }, [], 'desk.notOwn'],
    ['one’s own post that no one else may decide', me, {}, ['none'], 'desk.keepOwn'],
    ['a decided appeal', other, { state: 'closed', appeal }, [], 'desk.stays.appeal'],
    [
      'an appeal of a deleted account',
      other,
      { state: 'closed', appeal, authorInfo: undefined },
      [],
      'desk.stays.author',
    ],
  ])('of %s say what is left', async (_, userId, changes, choices, limit) => {
    signIn({ roles: ['moderator'] })
    const authorInfo: Case['authorInfo'] = { ...whole.authorInfo!, userId, role: 'moderator' }
    serve({ authorInfo, ...changes })
    show(caseDesk)
    await screen.findByText(t(limit))
    const shown = [...document.querySelectorAll<HTMLElement>('[data-choice]')]
    expect(shown.map(({ dataset }) => dataset['choice'])).toEqual(choices)
  })

  it('that are decided are decided again, while their text is kept', async () => {
    signIn({ roles: ['moderator'] })
    const history = [{ actor: 'kenji', action: 'decide:hide', why: '', at: 1 }]
    const closed: Case = { ...whole, state: 'closed', decisions: [decision], history }
    const listed = { ...summary, state: 'closed' as const }
    expect(choicesOf(closed)).toEqual(['reversed', 'warn', 'pause', 'ban'])
    expect(choicesOf({ ...closed, isForOperators: true })).toEqual([])
    const after = (appealedAt: number) =>
      choicesOf({ ...closed, appeal: { ...appeal, appealedAt } })
    expect(after(decision.decidedAt)).toEqual([])
    expect(after(decision.decidedAt - 1)).toEqual(choicesOf(closed))
    calls
      .on('moderation', 'GET /case', ({ state }) =>
        state === 'closed' ? [{ ...listed, decision: { ...decision, moderator: 'kenji' } }] : [],
      )
      .on('moderation', 'GET /case/detail', [closed])
    const user = show(caseDesk)
    await screen.findByText(t('desk.empty'))
    await user.click(link('desk.view.closed'))
    const by = `${t('desk.action.hide')}${SEPARATOR}kenji`
    const texts = () =>
      ['.desk-queue', '.desk-clock'].map((at) => document.querySelector(at)?.textContent)
    await waitFor(() =>
      expect(texts()).toEqual([
        expect.stringContaining(by),
        expect.stringContaining(t('desk.decidedAs', { decision: by })),
      ]),
    )
    const actions = within(await screen.findByRole('group', { name: t('desk.decide') }))
    expect(actions.queryByRole('button', { name: t('desk.action.hide') })).toBeNull()
    await user.click(actions.getByRole('button', { name: new RegExp(t('desk.action.reversed')) }))
    const none = { ...decision, decisionId: 'later', action: 'reverse' as const }
    calls.on('moderation', 'POST /case/decision', [
      { ...closed, text: '', decisions: [decision, none] },
    ])
    const action = t('desk.action.reversed')
    const confirm = await screen.findByRole('button', { name: t('desk.confirm', { action }) })
    const explanation = screen.getByRole('textbox', { name: /^\D+（.+）/ })
    expect(explanation).toHaveProperty('value', t('statement.reversed'))
    await user.clear(explanation)
    await user.click(confirm)
    await screen.findByText(t('desk.explanationMissing'))
    await user.type(explanation, 'It was a mistake.')
    await user.click(confirm)
    await screen.findByText(t('desk.redecided', { action }))
    expect(calls.inputs('POST /case/decision')).toMatchObject([
      { action: 'none', explanation: 'It was a mistake.' },
    ])
    await screen.findByText(t('desk.stays.text'))
    expect(document.querySelector('[data-choice]')).toBeNull()
    await waitFor(() => expect(calls.inputs('GET /case')).toHaveLength(3))
  })

  it('are opened by a link, whatever list they are in, also from an earlier decision', async () => {
    const [caseId, text] = ['e'.repeat(22), 'An earlier post']
    const earlier: Case = { ...whole, caseId, text, state: 'closed' }
    const current = (view: MessageKey) => link(view).getAttribute('aria-current')
    const decided = { ...decision, caseId, text }
    const reversal = { ...decided, decisionId: 'later', action: 'reverse' as const }
    const authorInfo = { ...whole.authorInfo!, earlierDecisions: [reversal, decided] }
    calls
      .on('moderation', 'GET /case', [])
      .on('moderation', 'GET /case/detail', ({ caseId }) => [
        caseId === earlier.caseId ? earlier : { ...whole, authorInfo },
      ])
    show(caseDesk, `/operator/cases#${whole.caseId}`)
    await screen.findByText(whole.text)
    expect(screen.queryByText(t('desk.empty'))).toBeNull()
    expect(calls.inputs('GET /case/detail')).toEqual([{ caseId: whole.caseId }])
    const [standing, reversed] = screen.getAllByText(earlier.text).map((one) => one.parentElement!)
    const struck = [standing!, reversed!].map((one) => one.querySelector('s')?.textContent)
    expect(struck).toEqual([undefined, t('desk.action.hide')])
    expect(reversed!.textContent).toContain(t('desk.reversed'))
    location.hash = (link('desk.action.hide') as HTMLAnchorElement).hash
    await screen.findByText(earlier.text)
    // The list beside a case is its own.
    await waitFor(() => expect(current('desk.view.closed')).toBe('true'))
    history.back()
    await screen.findByText(whole.text)
    await waitFor(() => expect(current('desk.view.waiting')).toBe('true'))
  })

  it('that a colleague decides leave the list: at the next focus of the window, soon, or once left', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const [first, second, third] = ['one', 'two', 'three'].map(named)
    const list = (...page: object[]) => calls.on('moderation', 'GET /case', page as never)
    list(first!, second!, third!)
    calls.on('moderation', 'GET /case/detail', ({ caseId }) => {
      const state = caseId === second!.caseId ? ('closed' as const) : ('open' as const)
      return [{ ...whole, caseId, state, text: `${caseId} in full` }]
    })
    const user = show(caseDesk, '/operator/cases')
    await screen.findByText(`${first!.caseId} in full`)
    list(named('new'), first!, second!)
    fireEvent.focus(window)
    await waitFor(() => expect(screen.queryByText('three')).toBeNull())
    screen.getByText(`${first!.caseId} in full`)
    // Nor does the open case change, which no link has named.
    list(second!)
    fireEvent.focus(window)
    await waitFor(() => expect(screen.queryByText('one')).toBeNull())
    screen.getByText(`${first!.caseId} in full`)
    list(named('newer'), first!, second!)
    vi.advanceTimersByTime(30_000)
    await screen.findByText('newer')
    await user.click(screen.getByText('two'))
    await screen.findAllByText(`${second!.caseId} in full`)
    // It stays in its place, and is not counted, while it is read.
    list(named('newest'), first!)
    fireEvent.focus(window)
    await screen.findByText('newest')
    const entries = [...document.querySelectorAll('.desk-queue .desk-line')]
    expect(entries.map((one) => one.textContent.slice(0, 3))).toEqual(['new', 'one', 'two'])
    expect(link('desk.view.counted', { count: 2 }).getAttribute('aria-current')).toBe('true')
    await user.click(screen.getByText('one'))
    await waitFor(() => expect(document.querySelectorAll('.desk-queue li')).toHaveLength(2))
    list()
    await user.click(link('desk.view.closed'))
    await screen.findByText(t('desk.emptyDecided'))
    link('desk.view.counted', { count: 2 })
  })

  it('are found by the number of a report, a request or an appeal', async () => {
    calls
      .on('moderation', 'GET /case', [{ ...summary, caseId: 'z'.repeat(22), text: 'another' }])
      .on('moderation', 'GET /case/detail', ({ caseId }) =>
        caseId === 'R-7K3M9Q2XAB' || caseId === whole.caseId
          ? [whole]
          : refused(caseId === 'y'.repeat(22) ? 'databaseConnectionFailed' : 'dataNotFound'),
      )
    show(caseDesk, `/operator/cases#${'y'.repeat(22)}`)
    await screen.findByText(t('error.retry'))
    expect(screen.queryByText(t('desk.gone'))).toBeNull()
    cleanup()
    // A link may be older than its case.
    const user = show(caseDesk, `/operator/cases#${'x'.repeat(22)}`)
    expect((await screen.findByText(t('desk.gone'))).closest('.desk-case')).toBeTruthy()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(document.querySelector('.desk')!.getAttribute('aria-busy')).toBe('false')
    await user.click(link('desk.view.find'))
    const field = await screen.findByLabelText(t('desk.find.number'))
    expect(screen.queryByText(t('desk.gone'))).toBeNull()
    await user.type(field, 'Q-7K3M9Q2XAB{Enter}')
    await screen.findByText(t('desk.find.none'))
    await retype(user, field, '受付番号はｒ－７ｋ３ｍ９ｑ２ｘａｂです{Enter}')
    await screen.findByText(whole.text)
    expect(calls.inputs('GET /case/detail').at(3)).toEqual({ caseId: 'R-7K3M9Q2XAB' })
    history.back()
    await screen.findByLabelText(t('desk.find.number'))
  })

  it('are marked while they are urgent or not public, and step by keys', async () => {
    const [first, second] = ['one', 'two'].map(named)
    const categories = [{ category: 'selfHarm' as const, count: 1 }]
    const page = [
      { ...first!, isHeld: true, categories, waitingSince: Math.floor(Date.now() / 1000) },
      { ...second!, categories: [], filter: undefined },
      { ...named('kept'), decision: { ...decision, isUpheld: true, decidedAt: 1 } },
      ...Array.from({ length: 47 }, (_, n) => ({ ...summary, caseId: `${n}`.padEnd(22, 'z') })),
    ]
    calls
      .on('moderation', 'GET /case', ({ after }) => (after ? [] : page))
      .on('moderation', 'GET /case/detail', ({ caseId }) => [
        { ...whole, categories, caseId, text: `${caseId} in full` },
      ])
    const user = show(caseDesk, '/operator/cases')
    await screen.findByText(`${first!.caseId} in full`)
    expect(link('desk.view.counted', { count: '50+' })).toBeTruthy()
    const entries = within(screen.getByRole('navigation', { name: t('desk.queue') }))
    const [urgent, other, kept] = entries.getAllByRole('link').map((one) => one.textContent)
    expect(urgent).toContain(t('desk.urgent') + t('desk.notPublic'))
    expect(other).not.toContain(t('desk.urgent'))
    // Today goes without saying.
    expect(urgent).not.toContain('月')
    expect(other).toMatch(/月.*日.*\d:\d\d$/)
    expect(kept).toContain(t('desk.kept'))
    expect(kept).toContain('1970')
    const by = { actor: 'kenji', action: 'decide:hide', why: '', at: 1 }
    expect(decisionText({ ...whole, state: 'closed', history: [by] })).toContain('1970')
    expect(decisionText({ ...whole, state: 'open', history: [by] })).toBe('')
    expect(button(t('desk.more'))).toBeTruthy()
    await user.keyboard('j'.repeat(46))
    const after = page.at(-1)!.caseId
    await waitFor(() => expect(calls.inputs('GET /case').at(-1)).toMatchObject({ after }))
    await user.keyboard('k'.repeat(45))
    await screen.findByText(`${second!.caseId} in full`)
    expect(location.hash).toBe(`#${second!.caseId}`)
    await user.keyboard('h')
    const sentence = await screen.findByText(t('desk.about.hide'))
    // Enter sends nothing that has not been read.
    expect(document.activeElement).toBe(sentence)
    expect(screen.getByLabelText(t('desk.template'))).toHaveProperty('value', 'selfHarm')
    const helped = t('statement.selfHarm', { helpline: t('statement.helpline') })
    screen.getByText(helped)
    expect(screen.getByLabelText(/^根拠（/)).toHaveProperty('value', t('statement.care'))
    cleanup()
    // A draft is for the state of the case that it was written for.
    calls.on('moderation', 'GET /case/detail', ({ caseId }) => [{ ...whole, caseId, version: 9 }])
    isRefused()
    const again = show(caseDesk, `/operator/cases#${second!.caseId}`)
    const action = t('desk.action.hide')
    await again.click(await screen.findByRole('button', { name: t('desk.confirm', { action }) }))
    await screen.findByText(t('desk.changed'))
    await again.click(button(t('desk.confirm', { action })))
    const versions = () => calls.inputs('POST /case/decision').map(({ version }) => version)
    await waitFor(() => expect(versions()).toEqual([whole.version, 9]))
    // The next one is urgent, though above; of that one, the one below.
    calls.on('moderation', 'POST /case/decision', [whole])
    await again.click(button(t('desk.confirm', { action })))
    await waitFor(() => expect(location.hash).toBe(`#${first!.caseId}`))
    await waitFor(() => expect(document.querySelector('.desk-form')).toBeNull())
    await again.keyboard('h')
    await again.click(await screen.findByRole('button', { name: t('desk.confirm', { action }) }))
    await waitFor(() => expect(location.hash).toBe(`#${page[2]!.caseId}`))
  })

  it('are translated on a press: by the browser, a public post else by the site', async () => {
    const requests = [{ ...request, reply: 'refuses' as const, replyText: 'No, I am right.' }]
    const ofAppeal = { ...appeal, text: 'Please look again.' }
    const foreign = { text: 'What is it?', language: 'en' as const, appeal: ofAppeal, requests }
    const open = async (changes: Partial<Case> = {}) => {
      cleanup()
      serve({ ...foreign, ...changes })
      const user = show(caseDesk)
      await screen.findByText('Please look again.')
      return { user, marks: screen.queryAllByRole('button', { name: t('desk.translate') }) }
    }
    expect((await open()).marks).toEqual([])

    calls.on('question', 'POST /question/translation', [{ ...shown.translation, text: '何？' }])
    const { user, marks } = await open({ hasTranslator: true })
    expect(marks).toHaveLength(1)
    await user.click(marks[0]!)
    expect((await screen.findByText('何？')).lang).toBe('ja')
    screen.getByText(t('post.by', { name: 'LibreTranslate' }))
    await user.click(marks[0]!)
    calls.on('question', 'POST /question/translation', refused('translatorNotAvailable'))
    await user.click(marks[0]!)
    await screen.findByText(t('post.notTranslated'))
    calls.on('question', 'POST /question/translation', () => new Promise<never>(() => {}))
    await user.click(marks[0]!)
    await user.click(await screen.findByRole('button', { name: t('post.stop') }))
    await waitFor(() => expect(marks[0]!.textContent).toBe(t('desk.translate')))
    expect(screen.queryByText(t('post.notTranslated'))).toBeNull()

    vi.stubGlobal('Translator', undefined)
    standInTranslator({ state: 'available' })
    const { user: other, marks: all } = await open()
    for (const mark of all) await other.click(mark)
    const texts = [
      'What is it?',
      'Please look again.',
      'My privacy It names me.',
      'No, I am right.',
    ]
    for (const text of texts) await screen.findByText(`[ja] ${text}`)
    expect(calls.inputs('POST /question/translation')).toHaveLength(3)
  })

  it('answer appeals and requests from templates, which the desk reads in its own language', async () => {
    const authorInfo = { ...whole.authorInfo!, language: 'en' as const }
    const appealed = { state: 'appealed' as const, hasRequest: true, waitingSince: 1 }
    const facts = { authorInfo, requests: [request], appeal }
    calls
      .on('moderation', 'GET /case', [{ ...summary, ...appealed }])
      .on('moderation', 'GET /case/detail', [{ ...whole, ...appealed, ...facts }])
    const user = show(<CaseDesk statements={{ ja: messages, en: english }} />)
    await screen.findByText(/^2[\d,]+日前/)
    const badges = [...document.querySelectorAll('nav .desk-badge')].map((one) => one.textContent)
    expect(badges).toEqual([t('desk.appealed'), t('desk.request')])
    await user.keyboard('u')
    await screen.findByDisplayValue(english['statement.upheld'])
    screen.getByText(t('statement.upheld'))
    await user.keyboard('r')
    const reason = await screen.findByDisplayValue(english['statement.refused'])
    screen.getByDisplayValue(english['statement.reversed'])
    screen.getByText(t('statement.refused'))
    await user.type(reason, ' More.')
    await waitFor(() => expect(screen.queryByText(t('statement.refused'))).toBeNull())
  })

  it('begin a decision with what is reported most, else with what is requested', () => {
    const templateOf = (right: string, changes: Partial<Case> = { categories: [], reports: [] }) =>
      templateFor({ ...whole, ...changes, requests: [{ right }] as Case['requests'] })
    expect(templateOf('プライバシー', {})).toBe('harassment')
    expect(templateOf('Privacy')).toBe('personalInformation')
    expect(templateOf('著作権')).toBe('illegal')
  })

  it('keep what was typed over other choices and the page, until it is cancelled', async () => {
    serve().on('moderation', 'POST /case/decision', refused('network'))
    const user = await open()
    const explanation = () => screen.queryByLabelText<HTMLTextAreaElement>(/^本人への説明/)?.value
    await user.keyboard('n')
    await user.click(await screen.findByRole('button', { name: /確定/ }))
    await screen.findByText(t('desk.failed'))
    await user.keyboard('h')
    await user.type(await screen.findByLabelText(/^本人への説明/), ' More.')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText(t('error.network'))
    await user.click(screen.getByRole('button', { name: /問題なし/ }))
    await waitFor(() => expect(explanation()).toBeUndefined())
    await user.click(screen.getByRole('button', { name: /非表示と警告/ }))
    await waitFor(() => expect(explanation()).toContain(' More.'))
    for (const part of [document.body, screen.getByLabelText(/^本人への説明/)])
      fireEvent.keyDown(part, { key: 'Escape' })
    expect(explanation()).toContain(' More.')
    const again = await open()
    await waitFor(() => expect(explanation()).toContain(' More.'))
    await again.click(button(t('dialog.cancel')))
    expect(explanation()).toBeUndefined()
    await open()
    expect(explanation()).toBeUndefined()
  })

  it.each([
    ['at once', false],
    ['also where it was read again before', true],
  ])(
    'that a colleague decides first are so in the list %s, without the form of a choice that is gone',
    async (_, isReadBefore) => {
      const categories = [{ category: 'selfHarm' as const, count: 1 }]
      const next = named('next')
      serve({ categories }).on('moderation', 'GET /case', [{ ...summary, categories }, next])
      isRefused()
      const user = await open()
      const entry = () => document.querySelector('.desk-queue li')?.textContent
      expect(entry()).toContain(t('desk.urgent'))
      await user.keyboard('h')
      await screen.findByText(t('desk.about.hide'))
      const decided = { ...decision, moderator: 'kenji' }
      calls.on('moderation', 'GET /case', [next])
      if (isReadBefore) {
        fireEvent.focus(window)
        await waitFor(() => expect(entry()).toContain('next'))
      }
      const closedCase: Case = { ...whole, author: 'aoi', categories, state: 'closed' }
      const history = [{ actor: 'kenji', action: 'decide:hide', why: '', at: decided.decidedAt }]
      calls.on('moderation', 'GET /case/detail', [{ ...closedCase, decisions: [decided], history }])
      await user.click(button(t('desk.confirm', { action: t('desk.action.hide') })))
      const by = decisionText({ ...closedCase, history })
      expect(by).toContain('kenji')
      const closed = t('desk.closed', { decision: by }).replaceAll('\u00a0', ' ')
      const said = await screen.findByText(closed)
      expect(said.closest('.desk-side')).toBeTruthy()
      expect(document.querySelector('.desk-form')).toBeNull()
      expect(document.activeElement?.tagName).toBe('H2')
      const reads = isReadBefore ? 3 : 2
      await waitFor(() => expect(calls.inputs('GET /case')).toHaveLength(reads))
      // As in the waiting list, the name in a row is the author's.
      await waitFor(() => expect(entry()).toContain(`${t('category.selfHarm')}aoi`))
      expect(entry()).toContain(t('desk.action.hide'))
      expect(entry()).not.toContain(t('desk.urgent'))
      expect(link('desk.view.counted', { count: 1 }).getAttribute('aria-current')).toBe('true')
    },
  )

  it('send no template that nobody has read, and are followed by one that can be decided', async () => {
    signIn({ roles: ['moderator'] })
    const own = { ...named('own'), state: 'appealed' as const, isOwnDecision: true }
    const decisions = [{ ...decision, moderator: 'kenji' }]
    const history = [{ actor: 'kenji', action: 'decide:hide', why: '', at: 1 }]
    const closed = { ...whole, state: 'closed' as const, decisions, history }
    serve({}, own, named('next'))
    isRefused()
    const user = await open()
    await user.keyboard('n')
    const confirm = () => screen.findByRole('button', { name: /確定/ })
    calls.on('moderation', 'GET /case/detail', [closed])
    await user.click(await confirm())
    // “None” is gone, and nothing that nobody chose takes its place.
    const said = await screen.findByText(/kenji/, { selector: '.desk-said' })
    expect(said.textContent).not.toContain(t('desk.closedAgain'))
    expect(document.querySelector('.desk-form, [aria-pressed=true]')).toBeNull()
    await user.keyboard('r')
    calls.on('moderation', 'POST /case/decision', [closed])
    await user.clear(await screen.findByLabelText(/^本人への説明/))
    await user.click(await confirm())
    await screen.findByText(t('desk.explanationMissing'))
    expect(calls.inputs('POST /case/decision')).toHaveLength(1)
    await user.type(screen.getByLabelText(/^本人への説明/), 'A mistake.')
    calls.on('moderation', 'GET /case/detail', ({ caseId }) => [{ ...whole, caseId: caseId! }])
    await user.click(await confirm())
    await waitFor(() => expect(location.hash).toBe(`#${named('next').caseId}`))
  })

  it('say who has kept a decision on appeal, not who made it', async () => {
    signIn({ roles: ['moderator'] })
    serve({ state: 'appealed', appeal })
    calls.on(
      'moderation',
      'POST /appeal/decision',
      refused('dataNotAvailable', { field: 'version' }),
    )
    const user = await open()
    await user.keyboard('u')
    const confirm = await screen.findByRole('button', { name: /確定/ })
    const decisions = [{ ...decision, moderator: 'kenji', isUpheld: true }]
    const history = [{ actor: 'aoi', action: 'appeal:upheld', why: '', at: 1 }]
    const changes = { appeal: { ...appeal, appealedAt: decision.decidedAt }, decisions, history }
    calls.on('moderation', 'GET /case/detail', [{ ...whole, ...changes, state: 'closed' }])
    await user.click(confirm)
    const said = await screen.findByText(/aoi/, { selector: '.desk-said' })
    expect(said.textContent).toContain(t('desk.action.upheld'))
    expect(said.textContent).not.toContain('kenji')
  })

  it('begin with the letter that is pressed while they load, and with none of another', async () => {
    const [first, second] = ['one', 'two'].map(named)
    const answers: Record<string, () => void> = {}
    calls
      .on('moderation', 'GET /case', [first!, second!])
      .on('moderation', 'GET /case/detail', async ({ caseId }) => {
        await new Promise<void>((answer) => (answers[caseId] = answer))
        return [{ ...whole, caseId }]
      })
    const user = show(caseDesk, '/operator/cases')
    await screen.findByText('two')
    await user.keyboard('nj')
    answers[second!.caseId]!()
    await screen.findByRole('group', { name: t('desk.decide') })
    expect(document.querySelector('.desk-form')).toBeNull()
    await user.keyboard('kn')
    await waitFor(() => expect(calls.inputs('GET /case/detail')).toHaveLength(3))
    answers[first!.caseId]!()
    const confirm = await screen.findByRole('button', { name: /確定/ })
    await waitFor(() => expect(document.activeElement).toBe(confirm))
  })

  it('say where words for a person in distress would come with a threat, and clear a problem with its template', async () => {
    serve({ categories: [{ category: 'selfHarm', count: 1 }] })
    const user = await open()
    const warning = () => screen.queryByText(t('desk.warnsDistressed'))
    const shown: boolean[] = []
    for (const key of ['h', 'w', 'p', 'b']) {
      await user.keyboard(key)
      await screen.findByLabelText(/^本人への説明/)
      shown.push(warning() !== null)
      await user.click(button(t('dialog.cancel')))
    }
    expect(shown).toEqual([false, true, true, true])
    await user.keyboard('h')
    await user.clear(await screen.findByLabelText(/^本人への説明/))
    await user.click(screen.getByRole('button', { name: /確定/ }))
    await screen.findByText(t('desk.explanationMissing'))
    await user.selectOptions(screen.getByLabelText(t('desk.template')), 'spam')
    await waitFor(() => expect(screen.queryByText(t('desk.explanationMissing'))).toBeNull())
  })

  it('are decided once where the answer is lost, and not where their author is gone', async () => {
    signIn({ roles: ['moderator'] })
    serve({}, named('next'))
    let user = await open()
    const confirm = async () => {
      await user.keyboard('h')
      const button = await screen.findByRole('button', { name: /確定/ })
      calls.on('moderation', 'POST /case/decision', refused('network'))
      await user.click(button)
      await screen.findByText(/もう一度お試し/)
      isRefused()
      return button
    }
    let again = await confirm()
    const explanation = screen.getByLabelText<HTMLTextAreaElement>(/^本人への説明/).value
    const by = { actor: sample.username, action: 'decide:hide', why: `1 — ${explanation}`, at: 1 }
    const state = 'closed' as const
    // Another's, or one's own with other words, is no answer to this.
    for (const other of [{ actor: 'kenji' }, { why: 'Something else.' }]) {
      const decisions = [{ ...decision, action: 'warn' as const, moderator: 'kenji' }]
      const history = [{ ...by, ...other }]
      calls.on('moderation', 'GET /case/detail', [{ ...whole, state, decisions, history }])
      await user.click(again)
      await screen.findByText(new RegExp(t('desk.closedAgain')))
    }
    const decisions = [decision]
    calls.on('moderation', 'GET /case/detail', ({ caseId }) =>
      caseId === whole.caseId
        ? [{ ...whole, state, decisions, history: [by] }]
        : [{ ...whole, caseId: caseId! }],
    )
    await user.click(again)
    await waitFor(() => expect(location.hash).toBe(`#${named('next').caseId}`))
    expect(document.body.textContent).not.toContain(t('desk.closedAgain'))

    serve()
    user = await open()
    again = await confirm()
    calls.on('moderation', 'GET /case/detail', [
      { ...whole, authorInfo: undefined, state, history: [], appeal: undefined },
    ])
    await user.click(again)
    await screen.findByText(`${t('desk.stays.author')}`, {
      selector: '[role=alert], [role=status]',
    })
  })

  it('are listed on after the last one listed was decided by a colleague', async () => {
    const page = Array.from({ length: 50 }, (_, n) => named(`case ${n}`))
    calls
      .on('moderation', 'GET /case', ({ after }) => {
        if (!after) return page
        if (after === page[49]!.caseId) return refused('dataNotAvailable', { field: 'after' })
        return after === page[48]!.caseId ? [named('later')] : []
      })
      .on('moderation', 'GET /case/detail', ({ caseId }) => [{ ...whole, caseId: caseId! }])
    const user = await open()
    await user.click(button(t('desk.more')))
    await screen.findByText('later')
    expect(document.querySelectorAll('.desk-queue li')).toHaveLength(51)
  })

  it('say that their author is suspended, and where a suspension is changed', async () => {
    signIn({ roles: ['moderator'] })
    const pause = { ...decision, action: 'pause' as const, until: 4_000_000_000 }
    const ban = { ...decision, action: 'ban' as const }
    const shorter = { ...pause, until: pause.until - 1 }
    const earlierDecisions = [shorter, pause, { ...ban, endedAt: 1 }].map((one, n) => ({
      ...one,
      decisionId: `${n}`,
      caseId: 'e'.repeat(22),
      text: '',
    }))
    const authorInfo = { ...whole.authorInfo!, earlierDecisions }
    serve({ authorInfo })
    show(caseDesk)
    const paused = t('people.paused', { time: timeOf(pause.until) })
    await screen.findByText(paused)
    fireEvent.keyDown(document.body, { key: 'p' })
    await screen.findByText(`${paused} ${t('desk.longerCounts')}`)
    cleanup()
    serve({ authorInfo, state: 'closed', isAboutAccount: true, text: '', decisions: [ban] })
    show(caseDesk)
    await screen.findByText(t('desk.accountStays'))
    await screen.findByText(t('people.banned'))
  })
})

describe('questions', () => {
  const open = () => show(<QuestionDesk />, '/operator/questions')
  const { pool } = shownDesk
  const given = shownDesk.day.question!
  const theirs = { ...pool, version: 2, texts: { ja: '先の問い？', en: 'First?' } }
  /** A free day and the next one, which has a question. */
  const twoDays = (day: string, question = given) => [
    { day: addDays(day, -1), replaced: [] },
    { ...shownDesk.day, day, question },
  ]
  const text = (language: 'ja' | 'en' = 'ja') =>
    screen.findByLabelText(t('questions.text', { language: languageName(language) }))
  beforeEach(() =>
    calls
      .on('operator', 'GET /suggestion', [shownDesk.suggestion])
      .on('operator', 'GET /topic', [shownDesk.topic])
      .on('operator', 'GET /calendar', []),
  )

  it('keep what was typed while another view is open, beside the number of suggestions', async () => {
    calls.on('operator', 'GET /question', [
      { ...pool, expected: '2026-12-01', season: '02-05..02-12' },
    ])
    const user = open()
    await user.click(link('questions.view.pool'))
    await screen.findByText(t('questions.expected', { day: dayText('2026-12-01') }))
    const season = t('questions.span', { from: '2月5日', until: '2月12日' })
    const facts = document.querySelector('.pool-line')!.textContent.replaceAll('\u2060', '')
    expect(facts).toContain(t('questions.yearly', { season }))
    await user.type(screen.getByLabelText(t('questions.search')), 'morning')
    await user.click(link('questions.view.waiting', { count: 1 }))
    await user.click(await screen.findByText(shownDesk.suggestion.text))
    await user.click(screen.getByText(shownDesk.suggestion.text))
    expect(screen.queryByRole('button', { name: t('questions.decline') })).toBeNull()
    await user.click(link('questions.view.pool'))
    expect(screen.getByLabelText(t('questions.search'))).toHaveProperty('value', 'morning')
    // A colleague decides meanwhile.
    calls.on('operator', 'GET /suggestion', [])
    await user.click(link('questions.view.calendar'))
    await waitFor(() => user.click(link('questions.view.suggestions')))
    await screen.findByText(t('questions.noSuggestions'))
  })

  it('that were suggested, and decided by a colleague meanwhile, become questions of one’s own', async () => {
    calls.on('operator', 'POST /question', ({ suggestionId }) =>
      suggestionId ? refused('dataNotAvailable', { field: 'suggestionId' }) : [pool],
    )
    document.documentElement.lang = 'en'
    const user = open()
    await user.click(await waitFor(() => link('questions.view.waiting', { count: 1 })))
    await user.click(await screen.findByText(shownDesk.suggestion.text))
    await user.click(button(t('questions.add')))
    const fields = [...document.querySelectorAll('textarea')]
    expect(fields.map(({ lang }) => lang)).toEqual(['en', 'ja'])
    await user.type(await text('en'), '何の日？')
    await user.click(button(t('questions.add')))
    await screen.findByText(t('questions.problem.script', { language: languageName('en') }))
    for (const language of ['ja', 'en'] as const) {
      await retype(user, await text(language), language === 'ja' ? '何の日？' : 'Which day?')
    }
    await user.selectOptions(screen.getByLabelText(t('questions.topic')), shownDesk.topic.topicId)
    await user.click(button(t('questions.add')))
    await screen.findByText(t('questions.problem.suggestionId'))
    await user.click(button(t('questions.add')))
    await screen.findByText(t('questions.done.added'))
  })

  it('keep an open form, and the focus at the view, where the list cannot be read again', async () => {
    calls.on('operator', 'GET /question', [pool]).on('operator', 'GET /question/detail', [pool])
    const user = open()
    await user.click(link('questions.view.pool'))
    await user.click(await screen.findByText(pool.texts.ja))
    await user.click(screen.getByRole('button', { name: t('questions.edit') }))
    await user.type(await text(), '書きかけ')
    await user.click(link('questions.view.calendar'))
    calls.on('operator', 'GET /question', refused('network'))
    await user.click(link('questions.view.pool'))
    await screen.findByText(t('desk.failed'))
    expect(await text()).toHaveProperty('value', expect.stringContaining('書きかけ'))
    expect(document.activeElement).toBe(link('questions.view.pool'))
    // A colleague saves first, and retires it: the form stays until it is closed.
    calls
      .on('operator', 'GET /question', [])
      .on('operator', 'GET /question/detail', [theirs])
      .on('operator', 'PUT /question', refused('dataNotAvailable', { field: 'version' }))
    await user.click(button(t('settings.save')))
    await screen.findByText(t('questions.problem.changed') + kept)
    await screen.findByText(t('questions.savedMeanwhile', { text: '先の問い？' }))
    expect(document.activeElement).toBe(await text())
    expect(await text()).toHaveProperty('value', expect.stringContaining('書きかけ'))
    // What was not touched is theirs.
    expect(await text('en')).toHaveProperty('value', 'First?')
    expect(screen.queryByText(t('questions.savedMeanwhile', { text: 'First?' }))).toBeNull()
    calls.on('operator', 'PUT /question', [theirs])
    await user.click(button(t('settings.save')))
    // Its row is gone.
    await waitFor(() => expect(document.activeElement!.textContent).toBe(t('questions.done.saved')))
    const saved = calls.inputs('PUT /question')
    expect(saved.map(({ version }) => version)).toEqual([1, 2])
    expect(saved.at(-1)).toMatchObject({ texts: { en: 'First?' } })
  })

  it('keep what is typed in a form over its line and the page, until it is cancelled', async () => {
    const day = addDays(tokyoDay(Date.now()), 3)
    calls
      .on('operator', 'GET /calendar', twoDays(day, { ...given, poolId: pool.poolId }))
      .on('operator', 'GET /question', [{ ...pool, poolId: 'other' }])
      .on('operator', 'GET /question/detail', [pool])
      .on('operator', 'PUT /calendar/day', refused('dataNotAvailable', { field: 'seenId' }))
    const line = () => document.querySelector<HTMLElement>('.calendar-day')!
    const reopen = async () => {
      cleanup()
      const user = open()
      await waitFor(() => expect(line()).toBeTruthy())
      return user
    }
    const user = await reopen()
    await user.click(line())
    const pick = await screen.findByRole('button', { name: t('questions.pick') })
    expect(screen.queryByRole('button', { name: t('questions.move') })).toBeNull()
    await user.click(pick)
    await user.click(await screen.findByRole('button', { name: t('questions.new') }))
    await user.type(await text(), '書きかけ')
    await user.click(line())
    expect(document.querySelector('textarea')).toBeNull()
    await user.click(line())
    expect(await text()).toHaveProperty('value', '書きかけ')
    expect(Object.keys(sessionStorage)).toContain(`DeskDrafts:${person.userId}`)
    // A colleague gives the day another question.
    const other = { ...given, poolId: pool.poolId, questionId: 'theirs' }
    calls.on('operator', 'GET /calendar', twoDays(day, other))
    const again = await reopen()
    expect(await text()).toHaveProperty('value', '書きかけ')
    expect(document.activeElement).toBe(await text())
    fireEvent.keyDown(await text(), { key: 'Escape' })
    await again.click(button(t('dialog.cancel')))
    await again.click((await screen.findAllByText(pool.texts.ja!)).at(-1)!)
    await again.click(button(t('questions.scheduleSubmit', { day: dayText(day) })))
    await screen.findByText(t('questions.problem.changed'))
    expect(calls.inputs('PUT /calendar/day')).toMatchObject([{ seenId: given.questionId }])
    expect(document.body.textContent).not.toContain(t('desk.typedKept'))
    const third = await reopen()
    expect(line().getAttribute('aria-expanded')).toBe('false')
    await third.click(line())
    await third.click(await screen.findByRole('button', { name: t('questions.edit') }))
    await third.type(await text(), 'と今')
    // A colleague saves meanwhile.
    calls.on('operator', 'GET /question/detail', [theirs]).on('operator', 'PUT /question', [theirs])
    const last = await reopen()
    expect(await text()).toHaveProperty('value', `${pool.texts.ja}と今`)
    expect(await text('en')).toHaveProperty('value', 'First?')
    await screen.findByText(t('questions.savedMeanwhile', { text: '先の問い？' }))
    await last.click(button(t('settings.save')))
    await screen.findByText(t('questions.done.saved'))
    // The server refuses the version of the draft once.
    expect(calls.inputs('PUT /question')).toMatchObject([{ version: 1 }])
    await reopen()
    expect(line().getAttribute('aria-expanded')).toBe('false')
  })

  it('open the line again in which something was typed', async () => {
    const { suggestion, figures } = shownDesk
    calls
      .on('operator', 'GET /question', [pool])
      .on('operator', 'GET /question/detail', [pool])
      .on('operator', 'GET /question/figures', [{ ...figures, poolId: pool.poolId, isFlat: true }])
    const day = addDays(tokyoDay(Date.now()), 3)
    // Begun on a free day, which a colleague fills while more is typed.
    calls.on('operator', 'GET /calendar', twoDays(day))
    const draft = { given: {}, seenId: null }
    for (const [name, ja] of Object.entries({
      [suggestion.suggestionId]: '提案から',
      [draftAt('edit', pool.poolId)]: '直し',
      [draftAt(day)]: 'この日に',
    }))
      keepDraft(name, { ...draft, typed: { ja } })
    const user = open()
    const typed = (value: string) =>
      waitFor(() => expect(document.querySelector('textarea')).toHaveProperty('value', value))
    await typed('この日に')
    await user.type(document.querySelector('textarea')!, '。')
    expect(readDraft(draftAt(day))).toMatchObject({ seenId: null, typed: { ja: 'この日に。' } })
    for (const [view, link, value] of [
      ['suggestions', t('questions.view.waiting', { count: 1 }), '提案から'],
      ['pool', t('questions.view.pool'), '直し'],
      ['figures', t('questions.view.figures'), '直し'],
    ] as const) {
      await user.click(await screen.findByRole('link', { name: link }))
      const part = await screen.findByRole('region', { name: t(`questions.view.${view}`) })
      await within(part).findByDisplayValue(value)
    }
  })

  it('are scheduled from the first free day on, name what a day has, and replace what is scheduled', async () => {
    const texts = { ja: 'その日の問い？', en: 'Its own?' }
    const question = { ...given, texts, isScheduled: true }
    const forecast = { texts: pool.texts, topicId: 'morning', source: 'own' } as const
    const [taken = '', free = ''] = [1, 2].map((ahead) => addDays(tokyoDay(Date.now()), ahead))
    let isTaken = false
    calls
      .on('operator', 'GET /question', [{ ...pool, texts }])
      .on('operator', 'PUT /calendar/day', refused('dataNotAvailable', { field: 'seenId' }))
      .on('operator', 'GET /calendar', ({ from, until }) =>
        [taken, free]
          .map((day) => ({ day, replaced: [], ...(day === taken ? { question } : { forecast }) }))
          .map((one) => (isTaken ? { ...one, question } : one))
          .filter(({ day }) => day >= from && day <= until),
      )
    const user = open()
    await user.click(link('questions.view.pool'))
    await user.click(await screen.findByText(texts.ja))
    await user.click(button(t('questions.dayOf')))
    const field = screen.getByLabelText(t('questions.day'))
    await waitFor(() => expect(field).toHaveProperty('value', free))
    const instead = t('questions.import.instead', { text: forecast.texts.ja! })
    await screen.findByText(instead)
    fireEvent.change(field, { target: { value: taken } })
    await screen.findByText(t('questions.taken', { text: texts.ja }))
    expect(button(t('questions.dayOf'))).toHaveProperty('disabled', true)
    fireEvent.change(field, { target: { value: free } })
    await screen.findByText(instead)
    isTaken = true
    await user.click(button(t('questions.dayOf')))
    await screen.findByText(t('questions.taken', { text: texts.ja }))
    expect(document.activeElement).toBe(field)
    expect(calls.inputs('PUT /calendar/day')).toEqual([])

    isTaken = false
    await user.click(link('questions.view.calendar'))
    const row = await screen.findByRole('button', { name: new RegExp(forecast.texts.ja!) })
    await user.click(row)
    const pick = await screen.findByRole('button', { name: t('questions.pick') })
    expect(pick.className).toBe('button')
    await user.click(pick)
    const picker = () => within(row.closest('li')!)
    await user.click(await picker().findByText(texts.ja))
    picker().getByText(instead)
    isTaken = true
    await user.click(button(t('questions.scheduleSubmit', { day: dayText(free) })))
    await picker().findByText(t('questions.problem.changed'))
    await user.click(picker().getByRole('button', { name: t('dialog.cancel') }))
    await user.click(picker().getByRole('button', { name: t('dialog.cancel') }))
    expect(button(t('questions.swap')).className).toBe('button button-quiet')
    await user.click(button(t('questions.move')))
    fireEvent.change(screen.getByLabelText(t('questions.moveTo')), { target: { value: taken } })
    await screen.findByText(t('questions.moveSwaps', { text: texts.ja }))
  })

  it('are closed to people without the role', async () => {
    calls
      .on('operator', 'GET /topic', refused('rolePrivilegeNotFound'))
      .on('operator', 'GET /calendar', refused('rolePrivilegeNotFound'))
    open()
    await screen.findByText(t('desk.refused'))
  })

  it('come from a file after its problems are gone', async () => {
    const row = { line: 2, problem: 'missing' as const, field: 'en' }
    const state = { ...shownDesk.importState, rows: 1, scheduled: 0 }
    calls
      .on('operator', 'POST /import/row', [{ importId: state.importId }])
      .on('operator', 'GET /import', [{ ...state, problemCount: 1, problems: [row] }])
    const user = open()
    await user.click(link('questions.view.import'))
    const field = await screen.findByLabelText(t('questions.import.file'))
    const example = new TextEncoder().encode(document.querySelector('.import pre')!.textContent)
    const rows = readQuestionFile(example)
    expect(rows.map(({ topic }) => topic)).toEqual(Array(2).fill(shownDesk.topic.name.ja))
    const texts = { ja: '表からの問い？', en: 'From a table?' }
    const complete = rows.map((row) => ({ ...row, texts }))
    expect(complete.flatMap((row) => rowProblems(row, tokyoDay(Date.now())))).toEqual([])
    const choose = (text: string) =>
      user.upload(field, new File([text], 'q.csv', { type: 'text/csv' }))
    await choose('ja,en,topic,ja\n表からの問い？,A question?,Morning,別の問い？\n')
    await screen.findByText(t('questions.import.file.columns'))
    await choose('ja,en,topic\n表からの問い？,,\n')
    const problem = t('questions.row.missing', { field: 'en', other: '' })
    await screen.findByText(t('questions.import.line', { line: 2, problem }))
    expect(screen.queryByText(t('questions.import.fine'))).toBeNull()
    calls.on('operator', 'GET /import', [{ ...state, problemCount: 0, problems: [] }])
    const day = addDays(tokyoDay(Date.now()), 1)
    calls.on('operator', 'GET /calendar', [{ ...shownDesk.day, day }])
    const written = `表からの問い？,A question from a table?,Morning,${day},02-05`
    await choose(`ja,en,topic,date,season\n${written}\n`)
    await waitFor(() => button(t('questions.import.take', { rows: 1 })))
    await user.click(button(t('dialog.cancel')))
    expect(field).toHaveProperty('value', '')
    await choose(`ja,en,topic,date,season\n${written}\n`)
    const take = await waitFor(() => button(t('questions.import.take', { rows: 1 })))
    within(take.closest('form')!).getByText('A question from a table?')
    const text = given.texts.ja
    const facts = await within(take.closest('form')!).findByText(/の代わり/)
    expect(facts.textContent).toContain(t('questions.import.instead', { text }))
    expect(facts.textContent).toContain(shownDesk.topic.name.ja)
    expect(facts.textContent).toContain(t('questions.yearly', { season: seasonText('02-05') }))
    calls
      .on('operator', 'POST /import', refused('dataNotAvailable', { field: 'rows' }))
      .on('operator', 'GET /import', [{ ...state, problemCount: 1, problems: [row] }])
    await user.click(take)
    await screen.findByText(t('questions.import.line', { line: 2, problem }))
    calls.on('operator', 'GET /import', [{ ...state, problemCount: 0, problems: [] }])
    await choose(`ja,en,topic,date,season\n${written}\n`)
    const takeButton = () => waitFor(() => button(t('questions.import.take', { rows: 1 })))
    calls
      .on('operator', 'POST /import', refused('dataNotFound'))
      .on('operator', 'GET /import', refused('dataNotFound'))
    await user.click(await takeButton())
    await screen.findByText(t('questions.import.failed'))
    // The answer is lost, and what is added is gone.
    calls.on('operator', 'POST /import', refused('network'))
    await user.click(await takeButton())
    await screen.findByText(t('questions.import.taken', { rows: 1, added: 1, scheduled: 0 }))
    expect(field).toHaveProperty('value', '')
    calls.on('operator', 'GET /export', [])
    await user.click(button(t('questions.export.csv')))
    await screen.findByText(t('questions.export.none'))
  })

  it('are picked from all of them, or written', async () => {
    const texts = { ja: 'その日の問い？', en: 'Its own?' }
    const own = { ...pool, poolId: 'own', texts }
    const all = [own, pool]
    calls.on('operator', 'GET /question', ({ state }) => (state === 'all' ? all : []))
    const question = { ...given, ...own, isScheduled: true }
    const one = { day: '2026-12-02', question, replaced: [] }
    const instead = t('questions.import.instead', { text: texts.ja })
    const onPick = vi.fn()
    const user = show(
      <PickDay seenId={null} {...{ one, onPick }} today="2026-12-01" onCancel={() => {}} />,
    )
    expect(button(t('questions.new'))).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: /\?|？/ }))
    screen.getByText(instead)
    await user.click(button(t('questions.scheduleSubmit', { day: dayText(one.day) })))
    expect(onPick).toHaveBeenCalledWith(pool.poolId)
  })

  it('are listed by their figures, and rewritten beside them where they are flat', async () => {
    const { figures } = shownDesk
    calls
      .on('operator', 'GET /question/figures', ({ by }) =>
        by === 'people' ? [{ ...figures, isFlat: false }] : [figures],
      )
      .on('operator', 'GET /question/detail', [pool])
      .on('operator', 'PUT /question', [pool])
    const user = open()
    await user.click(link('questions.view.figures'))
    const day = await screen.findByRole('link', { name: dayText(figures.day) })
    const row = within(day.closest('tr')!)
    row.getByText(t('questions.figures.flat'))
    expect(row.getByText('40%').dataset['chosen']).toBe('true')
    await user.click(button(t('questions.edit')))
    const save = await screen.findByRole('button', { name: t('settings.save') })
    const text = document.querySelector<HTMLTextAreaElement>('textarea[lang=ja]')!
    await retype(user, text, pool.texts.ja!)
    await user.click(save)
    await screen.findByText(t('questions.done.saved'))
    await user.click(button(t('questions.figures.people')))
    const heading = screen.getByRole('columnheader', { name: t('questions.figures.people') })
    expect(heading.getAttribute('aria-sort')).toBe('other')
    await waitFor(() => expect(screen.queryByText(t('questions.figures.flat'))).toBeNull())
    expect(screen.queryByRole('button', { name: t('questions.edit') })).toBeNull()
    const asked = calls.inputs('GET /question/figures')
    expect(asked.map(({ by }) => by)).toEqual(['relative', 'relative', 'people'])
  })

  it('begin with the day on which they are read, not with that of the build', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-01T03:00:00Z') })
    const desk = <QuestionDesk />
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(desk)
    vi.setSystemTime('2026-11-04T03:00:00Z')
    render(desk, { container, hydrate: true })
    await waitFor(() => expect(calls.inputs('GET /calendar')).toHaveLength(1))
    vi.useRealTimers()
    expect(screen.getByLabelText(t('questions.from'))).toHaveProperty('value', '2026-11-04')
    expect(calls.inputs('GET /calendar')[0]).toMatchObject({ from: '2026-11-03' })
  })

  it('begin with the first of all, and bring an opened day into view', async () => {
    const shown = vi.fn()
    HTMLElement.prototype.scrollIntoView = shown
    onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView'))
    const first = addDays(tokyoDay(Date.now()), -1)
    calls.on('operator', 'GET /calendar', ({ from }) =>
      Array.from({ length: 61 }, (_, count) => addDays(from, count)).map((day) =>
        day < first ? { day, replaced: [] } : { ...shownDesk.day, day },
      ),
    )
    const user = open()
    await user.click(await screen.findByRole('button', { name: t('questions.earlier') }))
    const days = () => [...document.querySelectorAll<HTMLElement>('.calendar-day')]
    await waitFor(() => expect(days().map(({ dataset }) => dataset['day'])).toEqual([first]))
    expect(screen.queryByRole('button', { name: t('questions.earlier') })).toBeNull()
    await user.click(days()[0]!)
    await screen.findByRole('link', { name: t('questions.previewPage') })
    expect(shown.mock.contexts).toEqual([document.querySelector('.calendar-panel')])
  })
})

it('the desk opens with the cases for people who may decide them', () => {
  signIn({ roles: ['editor', 'moderator'] })
  show(<DeskHome />)
  expect(navigations).toEqual(['/operator/cases'])
})

it('the overview begins with what waits, each with its own number', async () => {
  const [figures] = glanceCalls.readGlance.example.response as unknown as [Glance]
  signIn({ roles: ['operator'] })
  const counts = { open: 3, urgent: 1, appealed: 2 }
  const cases = { ...counts, firstUrgent: 'u', firstAppealed: 'a', firstOther: 'o' }
  const { question } = shownDesk.day
  const days = [{ question }, { question: { ...question!, isScheduled: true } }, { question }, {}]
  calls
    .on('operator', 'GET /glance', [{ ...figures, cases, suggestions: 0 }])
    .on('operator', 'GET /calendar', ({ from }) =>
      days.map((one, count) => ({ day: addDays(from, count), replaced: [], ...one })),
    )
  show(<DeskHome />)
  const keys = ['glance.urgent', 'glance.appealed', 'glance.others'] as const
  await screen.findByRole('link', { name: `${t('glance.urgent')} 1` })
  const shown = screen.getAllByRole<HTMLAnchorElement>('link')
  expect(shown.map((one) => one.textContent)).toEqual([
    ...keys.map((key, at) => `${t(key)} ${[1, 2, 2][at]}`),
    `${t('glance.emptyDays')} 1`,
    question!.texts.ja,
    t('glance.ahead', { planned: 1, automatic: 1 }),
  ])
  expect(shown.slice(0, 3).map(({ hash }) => hash)).toEqual(['#u', '#a', '#o'])
  const from = tokyoDay(Date.now())
  expect(calls.inputs('GET /calendar')[0]).toEqual({ from, until: addDays(from, 7) })
  expect(shown[4]!.pathname + shown[4]!.search).toBe(questionPath(question!.questionId))
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
    cleanup()
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
    await screen.findByText(t('announce.window.runningSpan', { end: timeOf(ends!) }))
    button(t('announce.window.runningClear'))
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

it('a request that waits for its author does not stand out, a typed refusal is kept, and the last case leaves the desk empty', async () => {
  const { summary, whole } = shownModeration
  const waits = { hasRequest: true, replyDueAt: 4_000_000_000 }
  const asked = { reference: 'Q-7K3M9Q2XAB', kind: 'dsa', language: 'ja', requestedAt: 1 } as const
  const requests = [{ ...asked, right: 'My privacy', reason: '', name: '' }]
  calls
    .on('moderation', 'GET /case', [{ ...summary, ...waits }])
    .on('moderation', 'GET /case/detail', [{ ...whole, ...waits, requests }])
    .on('moderation', 'POST /case/decision', [{ ...whole, state: 'closed' }])
  const user = show(<CaseDesk {...{ statements }} />)
  const press = async (name: RegExp) => user.click(await screen.findByRole('button', { name }))
  await press(/問題なし/)
  expect(document.querySelector('.desk-queue .desk-badge')).toBeNull()
  const label = t('desk.refusalReason', { language: languageName('ja') })
  await user.type(await screen.findByLabelText(label), ' More.')
  await press(/非表示と警告/)
  await press(/問題なし/)
  await screen.findByDisplayValue(/ More\.$/)
  await press(/確定/)
  await screen.findByText(t('desk.empty'))
})

it('a pause that is over suspends nobody', () => {
  expect(suspensionBy([{ ...shownModeration.notice.decision!, action: 'pause', until: 1 }])).toBe(
    '',
  )
})

it('the reason of a deletion is not offered to the person', async () => {
  const open = (...actions: FoundPerson['actions']) =>
    show(<PersonActions person={{ ...found, actions }} {...{ statements }} onChanged={() => {}} />)
  const user = open('delete')
  await user.click(button(t('people.action.delete')))
  await user.type(screen.getByLabelText(t('people.why')), 'A secret.')
  cleanup()
  await open('pause').click(button(t('people.action.pause')))
  expect(screen.queryByDisplayValue('A secret.')).toBeNull()
})

it('a question takes neither its own day nor the place of itself', async () => {
  const { day, ...one } = shownDesk.day
  expect(insteadOf({ day, ...one }, one.question!.texts.ja)).toBeUndefined()
  calls.on('operator', 'GET /calendar', [])
  const on = { about: () => ({ submit: 'Move' }), onSubmit: async () => {}, onCancel() {} }
  show(<DayForm label="" first={day} except={day} {...on} />)
  expect(button('Move')).toHaveProperty('disabled', true)
  await waitFor(() => expect(calls.inputs('GET /calendar')).toHaveLength(1))
})
