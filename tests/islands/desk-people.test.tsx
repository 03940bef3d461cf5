import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls, person, show, signIn, t } from '../../harness/island.tsx'
import { retype } from '../../harness/retype.ts'
import type { MessageKey } from '../../src/i18n/translate.ts'
import { refused } from '../../harness/stub-calls.ts'
import type { FoundPerson } from '../../src/contract/calls/operator-people.ts'
import { sample } from '../../src/contract/examples.ts'
import { shownDesk } from '../../harness/desk-examples.ts'
import { shownModeration } from '../../harness/examples.ts'
import { MAX_LISTED } from '../../src/domain/username.ts'
import { readDraft } from '../../src/islands/operator/desk-drafts.ts'
import { decisionNote, suspensionBy } from '../../src/islands/operator/Entries.tsx'
import { SEPARATOR } from '../../src/islands/operator/separator.ts'
import PeopleDesk from '../../src/islands/operator/people/PeopleDesk.tsx'
import { PersonActions } from '../../src/islands/operator/people/PersonActions.tsx'
import { languageName } from '../../src/islands/operator/format.ts'
import { button, kept, statements } from '../../harness/desk.tsx'

const { found } = shownDesk
const banned = { suspensionId: 'b', until: null, reason: '' }

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
    const again = await open('moderator')
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
    const latest = { commentId: 'c', questionId: 'q', text: 'Hm.', isHidden: false, postedAt: 1 }
    const cases = (['closed', 'open', 'open'] as const).map((state, at) => ({
      caseId: 'xya'[at]!,
      state,
      openedAt: 1,
      text: 'Hm.',
      isPublic: at !== 1,
      decisions: [],
    }))
    const latestPosts = [latest, { ...latest, commentId: 'earlier' }]
    const listed = { ...found, cases, latestPosts }
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
    await (await open('moderator', { ...after, cases: [] })).find(found.username)
    const post = await screen.findByRole<HTMLAnchorElement>('link', {
      name: t('people.postsStay.post'),
    })
    expect(post.search + post.hash).toBe('?themeID=q#c')
    const hidden = { ...after, latestPosts: [{ ...latest, isHidden: true }] }
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
  await open('pause').click(button(t('people.action.pause')))
  expect(screen.queryByDisplayValue('A secret.')).toBeNull()
})
