import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { calls, person, show, signIn, t } from '../../harness/island.tsx'
import { retype } from '../../harness/retype.ts'
import { standInTranslator } from '../../harness/stand-in-translator.ts'
import { refused } from '../../harness/stub-calls.ts'
import { shownDesk } from '../../harness/desk-examples.ts'
import { readQuestionFile } from '../../src/api/question-file.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { rowProblems } from '../../src/domain/question-import.ts'
import { keepDraft, readDraft } from '../../src/islands/operator/desk-drafts.ts'
import { dayText, languageName, seasonText } from '../../src/islands/operator/format.ts'
import { draftAt } from '../../src/islands/operator/questions/desk-context.ts'
import { DayForm } from '../../src/islands/operator/questions/DayPanel.tsx'
import { PickDay } from '../../src/islands/operator/questions/PickDay.tsx'
import QuestionDesk from '../../src/islands/operator/questions/QuestionDesk.tsx'
import { insteadOf } from '../../src/islands/operator/questions/use-days-to-come.ts'
import { button, kept, link } from '../../harness/desk.tsx'

beforeEach(() => signIn())

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
    standInTranslator({ state: 'available' })
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'Translator'))
    await user.click(await screen.findByText(shownDesk.suggestion.text))
    await user.click(button(t('desk.translate')))
    await screen.findByText(`[en] ${shownDesk.suggestion.text}`)
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

  it('stay open on a line while an action on another one ends', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const other = { ...pool, poolId: 'other', texts: { ...pool.texts, ja: '別の問い？' } }
    calls
      .on('operator', 'GET /question', [pool, other])
      .on('operator', 'PUT /question/retirement', () => promise.then(() => [pool]))
    const user = open()
    await user.click(link('questions.view.pool'))
    await user.click(await screen.findByText(pool.texts.ja!))
    await user.click(await screen.findByRole('button', { name: t('questions.retire') }))
    await user.click(screen.getAllByRole('button', { name: t('questions.retire') }).at(-1)!)
    await user.click(screen.getByText(other.texts.ja))
    resolve()
    await screen.findByText(t('questions.done.retired'))
    const lines = [...document.querySelectorAll('.pool-line')]
    expect(lines.map((line) => line.getAttribute('aria-expanded'))).toEqual(['false', 'true'])
    expect(lines[1]).toBe(document.activeElement)
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
    const taken = t('questions.import.taken', { rows: 1, added: 1, scheduled: 0 })
    const said = await screen.findByText(taken, { exact: false })
    expect(said.querySelector('a')?.hash).toBe('#pool')
    expect(field).toHaveProperty('value', '')
    const all = { ...state, known: 1 }
    calls.on('operator', 'GET /import', [all]).on('operator', 'POST /import', [all])
    await choose(`ja,en,topic,date,season\n${written}\n`)
    await user.click(await takeButton())
    const known = t('questions.import.taken', { rows: 1, added: 0, scheduled: 0 })
    const to = (await screen.findByText(known, { exact: false })).querySelector('a')
    expect(to?.hash).toBe('#calendar')
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
    const panels = () => [...document.querySelectorAll('.calendar-panel')]
    expect(shown.mock.contexts).toEqual(panels())
    await user.click(await screen.findByRole('button', { name: t('questions.later') }))
    await waitFor(() => expect(days()).toHaveLength(60))
    for (const day of days().slice(2, 4)) await user.click(day)
    await screen.findByRole('button', { name: t('questions.edit') })
    expect(panels().map((one) => one.parentElement)).toEqual([days()[3]!.parentElement])
  })
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
