import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  byOthers,
  field,
  post,
  postOf,
  questionId,
  resetChat,
  send,
  showChat,
  text,
} from '../../harness/chat.tsx'
import { calls, person, signIn, t } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { shown } from '../../harness/examples.ts'
import { DAY_MS } from '../../src/domain/durations.ts'
import { logout } from '../../src/stores/sign-out.ts'
import { showUser, storeUser } from '../../src/stores/user.ts'

const comments = [byOthers('他の人の答え')]

beforeEach(() => {
  resetChat()
  signIn()
  calls.on('auth', 'POST /user/logout', [])
})

const until = Date.now() + DAY_MS
const isCovered = () => document.querySelector('[data-covered]') !== null
const aloneFrom = () => JSON.parse(localStorage.getItem('UserInfo')!).aloneFrom
const alone = () => {
  storeUser({ ...person, aloneFrom: 0 })
  return showChat({ comments, until })
}
const show = () => screen.findByRole('button', { name: t('ownWordsFirst.show') })

it('own words first uncovers on a press, for the rest of the day', async () => {
  const user = await alone()
  await user.click(await show())
  expect([isCovered(), aloneFrom()]).toEqual([false, until])
  expect(document.activeElement?.className).toBe('scroller')
})

it('own words first uncovers with a stored answer, not with a refused one', async () => {
  const user = await alone()
  await show()
  calls.on('comment', 'POST /comment', refused('somethingWentWrong'))
  await send(user, '自分の言葉')
  await screen.findByText(t('composer.error.server'))
  expect(isCovered()).toBe(true)
  calls.on('comment', 'POST /comment', ({ text }) => [postOf(text)])
  await user.click(post())
  await waitFor(() => expect([isCovered(), aloneFrom()]).toEqual([false, until]))
})

it('own words first uncovers with another tab, and with a log out there', async () => {
  await alone()
  await show()
  localStorage.setItem('UserInfo', JSON.stringify({ ...person, aloneFrom: until }))
  act(() => showUser())
  expect(isCovered()).toBe(false)
  act(() => storeUser({ ...person, userId: 'next', aloneFrom: 0 }))
  await show()
  localStorage.clear()
  act(() => showUser())
  expect(isCovered()).toBe(false)
})

it('own words first does not cover for whose answer no page shows', async () => {
  calls.on('comment', 'GET /comment', ({ limit }) => (limit === '1' ? [shown.ownComment] : []))
  await alone()
  await waitFor(() => expect([isCovered(), aloneFrom()]).toEqual([false, until]))
})

it('the earlier answer and the draft go with a log out, which leaves nothing of them', async () => {
  const foot = document.body.appendChild(document.createElement('div'))
  foot.className = 'question-foot'
  const echo = () => document.querySelector('.echo')
  calls.on('comment', 'GET /comment/echo', [shown.ownComment])
  localStorage.setItem('EchoDone', 'yesterday')
  localStorage.setItem('LastSeen', `${questionId} 100`)
  const user = await showChat({ comments })
  await waitFor(() => expect(echo()).not.toBeNull())
  await user.type(field(), '内緒')
  act(() => logout())

  expect([echo(), field().value, Object.keys(localStorage)]).toEqual([null, '', []])
  await waitFor(() => expect(calls.inputs('POST /user/logout')).toHaveLength(1))
  foot.remove()
})

it('the first post since the last visit is marked', async () => {
  vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true)
  const at = (text: string, lastUpdated: number) => ({ ...byOthers(text), lastUpdated })
  localStorage.setItem('LastSeen', `${questionId} 100`)
  const own = { ...postOf('自分の'), lastUpdated: 101 }
  await showChat({ comments: [at('前の', 99), own, at('新しい', 102), at('次の', 103)] })
  expect(document.querySelectorAll('.new-since')).toHaveLength(1)
  expect(text('li:has(.new-since) .text')).toBe('新しい')
  dispatchEvent(new Event('pagehide'))
  expect(localStorage.getItem('LastSeen')).toBe(`${questionId} 103`)
})
