import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls, person, show, signIn, t } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { shown } from '../../harness/examples.ts'
import type { OwnComment } from '../../src/contract/schemas.ts'
import { crestOf } from '../../src/domain/crest.ts'
import { DAY_S } from '../../src/domain/durations.ts'
import { tokyoDay } from '../../src/domain/question-day.ts'
import History from '../../src/islands/profile/History.tsx'
import Profile from '../../src/islands/profile/Profile.tsx'
import { $dialog } from '../../src/stores/dialog.ts'

const button = (name: string) => screen.getByRole('button', { name })

it('a picture is removed once that is confirmed; a failure says so, and the button to choose another gets the focus', async () => {
  signIn()
  const user = show(<Profile />, '/profile')
  calls
    .on('user', 'DELETE /user/picture', refused('network'))
    .on('user', 'GET /user/me', [{ ...person, hasPicture: false, pictureLink: '' }])
    .on('auth', 'POST /user/token/', shown.session)
  const remove = async () => {
    await user.click(button(t('profile.removePicture')))
    const dialog = $dialog.get()
    if (dialog?.name !== 'deletePicture') throw new Error('not asked')
    act(dialog.onConfirm)
  }
  await remove()
  await screen.findByText(t('profile.problem.removed'))
  calls.on('user', 'DELETE /user/picture', [])
  await remove()
  await screen.findByText(t('profile.removed'))
  expect(screen.getByRole('img').getAttribute('src')).toBe(crestOf(person.userId))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText(t('profile.changePicture'))),
  )
  expect(screen.queryByRole('button', { name: t('profile.removePicture') })).toBeNull()
})

describe('the history', () => {
  const newest = shown.ownComment.lastUpdated
  /** Post `index` was sent that many days before the newest. */
  const post = (index: number, more: Partial<OwnComment> = {}): OwnComment => ({
    ...shown.ownComment,
    commentId: `comment-${index}`,
    text: `post ${index}`,
    lastUpdated: newest - index * DAY_S,
    question: {
      questionId: `question-${index}`,
      text: `Question ${index}?`,
      questionTranslations: { jp: { text: `お題${index}` } },
    },
    ...more,
  })
  let posts: OwnComment[]
  const texts = () =>
    [...document.querySelectorAll('.history-list .text')].map(({ textContent }) => textContent)
  const hasTexts = (expected: string[]) => waitFor(() => expect(texts()).toEqual(expected))
  const open = () => show(<History />, '/profile')

  beforeEach(() => {
    posts = []
    $dialog.set(undefined)
    calls
      .on('comment', 'GET /comment/days', [])
      .on('comment', 'GET /comment', ({ before, limit, q }) => {
        const found = posts.filter(({ text }) => text.includes(q ?? ''))
        const start = before ? found.findIndex(({ commentId }) => commentId === before) + 1 : 0
        const results = found.slice(start, start + Number(limit))
        const headers = new Headers()
        if (start + results.length < found.length)
          headers.set('Next-Before', results.at(-1)!.commentId)
        return Response.json({ results }, { headers })
      })
  })

  it('is newest first, by day, in pages, and keeps its length after a deletion', async () => {
    signIn()
    posts = Array.from({ length: 45 }, (_, index) => post(index))
    const user = open()
    const more = () => screen.findByRole('button', { name: t('history.more') })
    await waitFor(() => expect(texts()).toHaveLength(20))
    await user.click(await more())
    await waitFor(() => expect(texts()).toHaveLength(40))
    await user.click(await more())
    await hasTexts(posts.map(({ text }) => text))
    expect(screen.queryByRole('button', { name: t('history.more') })).toBeNull()
    const days = screen.getAllByRole('heading', { level: 3 })
    expect(days.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
      '2026年11月21日（土）',
      '2026年11月20日（金）',
    ])
    const prompt = document.querySelector('.prompt')!
    expect(prompt.textContent).toBe('お題0')
    expect(prompt.getAttribute('href')).toBe('/theme_details?themeID=question-0')

    await user.click(screen.getAllByLabelText(t('commentList.menu'))[0]!)
    await user.click(screen.getByRole('button', { name: t('commentList.delete') }))
    const dialog = $dialog.get()
    if (dialog?.name !== 'deletePost') throw new Error('not asked')
    expect(calls.inputs('DELETE /comment')).toEqual([])
    calls.on('comment', 'DELETE /comment', refused('network'))
    act(() => dialog.onConfirm())
    await screen.findByText(t('history.deleteFailed'))
    expect(calls.inputs('DELETE /comment')).toHaveLength(2)
    calls.on('comment', 'DELETE /comment', () => {
      posts.shift()
      return []
    })
    act(() => dialog.onConfirm())
    await hasTexts(posts.map(({ text }) => text))
    expect(texts()).toHaveLength(44)
    expect(document.activeElement).toBe(screen.getByText(t('history.title')))
  })

  it('has a menu that arrow keys go round, and Edit, with a reason, and Escape close', async () => {
    signIn()
    posts = [post(0)]
    const user = open()
    const summary = await screen.findByLabelText(t('commentList.menu'))
    const menu = summary.closest('details')!
    await user.click(summary)
    await user.click(within(menu).getByText(t('history.edit')))
    expect((await screen.findByText(t('history.noEdit'))).role).toBe('status')
    expect(menu.open).toBe(false)
    await user.click(summary)
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(button(t('history.edit')))
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
    expect(document.activeElement).toBe(summary)
    await user.keyboard('{Escape}')
    expect([menu.open, document.activeElement]).toEqual([false, summary])
    // Before the event that tells of the opening.
    menu.open = true
    fireEvent.keyDown(summary, { key: 'Escape' })
    expect(menu.open).toBe(false)
  })

  it('names a question once above the answers to it, which stand as they were written, and says which is held', async () => {
    signIn()
    const { question } = post(0)
    const hidden = { state: 'held', filter: 'words' } as const
    posts = [post(0), post(1, { question }), post(2, { hidden })]
    open()
    await hasTexts(['post 1', 'post 0', 'post 2'])
    const groups = [...document.querySelectorAll('.answered')]
    const answers = groups.map((group) => group.querySelectorAll('.answer').length)
    expect(answers).toEqual([2, 1])
    expect(document.querySelectorAll('.prompt')).toHaveLength(2)
    expect(screen.getByText(t('history.held')).closest('li')!.textContent).toContain('post 2')
  })

  it('is searched; nothing found and a failure say so', async () => {
    signIn()
    posts = [post(0, { text: 'a cup of tea' }), post(1)]
    const user = open()
    const search = await screen.findByLabelText(t('history.search'))
    await user.type(search, '雪')
    await screen.findByText(t('history.notFound'))
    await user.clear(search)
    await hasTexts(['a cup of tea', 'post 1'])
    calls.on('comment', 'GET /comment', refused('network'))
    await user.type(search, 'tea')
    await screen.findByText(t('history.failed'))
    calls.on('comment', 'GET /comment', [posts[0]!])
    await user.click(button(t('error.retry')))
    await hasTexts(['a cup of tea'])
    expect(document.querySelector('mark')!.textContent).toBe('tea')
    expect(calls.inputs('GET /comment').at(-1)).toMatchObject({ q: 'tea' })
  })

  it('shows one day without the search, then all with the focus on the title', async () => {
    signIn()
    posts = [post(0), post(1)]
    const day = tokyoDay(Date.now())
    calls.on('comment', 'GET /comment/days', [{ day, questionId: 'question-0', isAnswered: true }])
    const user = open()
    const search = await screen.findByLabelText<HTMLInputElement>(t('history.search'))
    await user.type(search, 'post')
    const today = await waitFor(() => document.querySelector('button[aria-current="date"]')!)
    await user.click(today)
    expect(search.value).toBe('')
    await screen.findByRole('button', { name: t('journal.all') })
    // On the way back from the question.
    cleanup()
    render(<History />)
    await user.click(await screen.findByRole('button', { name: t('journal.all') }))
    expect(document.activeElement).toBe(screen.getByText(t('history.title')))
    expect(history.state.day).toBeUndefined()
  })

  it.each([true, false])(
    'leads to the question while it is empty, activated: %j',
    async (activated) => {
      signIn({ activated })
      open()
      await screen.findByText(t('history.empty'))
      expect(screen.getByRole('link', { name: t('history.toToday') }).getAttribute('href')).toBe(
        '/',
      )
      expect(screen.queryByLabelText(t('history.search'))).toBeNull()
      // The service would refuse it before activation.
      expect(calls.sent.some(({ endpoint }) => endpoint.includes('/comment'))).toBe(activated)
    },
  )
})
