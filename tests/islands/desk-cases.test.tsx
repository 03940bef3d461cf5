import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { calls, messages, show, signIn, t } from '../../harness/island.tsx'
import { retype } from '../../harness/retype.ts'
import english from '../../locales/en.json' with { type: 'json' }
import { standInTranslator } from '../../harness/stand-in-translator.ts'
import type { MessageKey } from '../../src/i18n/translate.ts'
import { refused } from '../../harness/stub-calls.ts'
import type { Case, CaseSummary } from '../../src/contract/case-schemas.ts'
import { sample } from '../../src/contract/examples.ts'
import { shown, shownModeration } from '../../harness/examples.ts'
import CaseDesk from '../../src/islands/operator/cases/CaseDesk.tsx'
import { decisionText } from '../../src/islands/operator/cases/Queue.tsx'
import {
  choicesOf,
  type Choice,
  type limitOf,
} from '../../src/islands/operator/cases/use-decision.ts'
import { SEPARATOR } from '../../src/islands/operator/separator.ts'
import { templateFor } from '../../src/islands/operator/statement-draft.ts'
import { languageName, timeOf } from '../../src/islands/operator/format.ts'
import { button, link, statements } from '../../harness/desk.tsx'

beforeEach(() => signIn())

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
    // What its author adds, and may have added since one's last look, comes before the reports.
    const titles = [...document.querySelectorAll('summary')].map((one) => one.textContent)
    expect(titles.slice(0, 3)).toEqual([
      t('desk.appealText'),
      t('desk.requests'),
      t('desk.reports'),
    ])
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
    await screen.findByText(/kenji/, { selector: '.desk-said' })
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
      await screen.findByText(/ほかの人が判断しました/)
      expect(again.textContent).toBe(t('desk.replace', { action: t('desk.action.hide') }))
    }
    const decisions = [decision]
    calls.on('moderation', 'GET /case/detail', ({ caseId }) =>
      caseId === whole.caseId
        ? [{ ...whole, state, decisions, history: [by] }]
        : [{ ...whole, caseId: caseId! }],
    )
    await user.click(again)
    await waitFor(() => expect(location.hash).toBe(`#${named('next').caseId}`))
    expect(document.body.textContent).not.toContain(t('desk.typedKept'))

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
    serve({ authorInfo, state: 'closed', isAboutAccount: true, text: '', decisions: [ban] })
    show(caseDesk)
    await screen.findByText(t('desk.accountStays'))
    await screen.findByText(t('people.banned'))
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
  expect(screen.queryByText(t('desk.about.requester'))).toBeNull()
  await press(/非表示と警告/)
  await screen.findByText(t('desk.about.requester'))
  await press(/問題なし/)
  await screen.findByDisplayValue(/ More\.$/)
  await press(/確定/)
  await screen.findByText(t('desk.empty'))
})
