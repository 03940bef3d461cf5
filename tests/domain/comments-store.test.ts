import { beforeEach, expect, test } from 'vitest'
import type { Comment } from '../../src/contract/schemas.ts'
import type { LiveEvent } from '../../src/contract/live-schemas.ts'
import { $comments, addEarlier, applyEvents } from '../../src/stores/comments.ts'
import { mergeNewest } from '../../src/stores/newest-comments.ts'
import { addPending, settlePending } from '../../src/stores/optimistic-comments.ts'

const comment = (commentId: string, userId = 'other', text = `text of ${commentId}`): Comment => ({
  commentId,
  userId,
  text,
  lastUpdated: 0,
  lastUpdatedDate: '',
  userOptions: { picture: '', username: userId },
})
const list = (ids: string) => [...ids].map((id) => comment(id))
const shown = () =>
  $comments
    .get()
    .map(({ commentId, key, isPending }) => (isPending ? `(${key})` : commentId))
    .join('')
const pending = (key: string) => ({ ...comment('', 'me', `text of ${key}`), key })

beforeEach(() => $comments.set(list('cde')))

test.each([
  ['adds new comments at the end', 'cdefg', 'cdefg'],
  ['does not bring back earlier ones that were not on the screen', 'abcdef', 'cdef'],
  ['takes deleted ones away, first, middle and last', 'bd', 'd'],
  ['keeps earlier ones that it does not reach back to', 'efg', 'cdefg'],
  ['replaces everything after a gap', 'xyz', 'xyz'],
  ['empties a full list', '', ''],
  ['fills an empty list', 'ab', 'ab', ''],
])('what the server has: %s', (_, newest, expected, before = 'cde') => {
  $comments.set(list(before))
  mergeNewest(list(newest))
  expect(shown()).toBe(expected)
})

test('a held comment, which the server does not list, stays in its place', () => {
  const [c, d, e] = list('cde')
  const held = { ...comment('h', 'me'), lastUpdated: 1, hidden: { state: 'held' as const } }
  $comments.set([c!, held, d!])
  const at = (one: Comment, lastUpdated: number) => ({ ...one, lastUpdated })
  mergeNewest([at(c!, 0), at(d!, 2), at(e!, 3)])
  expect(shown()).toBe('chde')
  // A moderator has shown it.
  mergeNewest([at(c!, 0), comment('h', 'me'), at(d!, 2)])
  expect(shown()).toBe('chd')
})

test('a comment on its way is listed once when its event arrives before its response', () => {
  addPending(pending('1'))
  mergeNewest([...list('cde'), comment('f', 'me', 'text of 1')])
  expect(shown()).toBe('cdef')
  settlePending('1', comment('f', 'me', 'text of 1'))
  expect(shown()).toBe('cdef')
})

test('a comment on its way stays after comments that others write in the meantime', () => {
  addPending(pending('1'))
  mergeNewest(list('cdef'))
  expect(shown()).toBe('cdef(1)')
})

test('earlier comments go before all others, each once', () => {
  addEarlier(list('abc'))
  expect(shown()).toBe('abcde')
})

const created = (seq: number, id: string, userId?: string, text?: string): LiveEvent => ({
  type: 'comment.created',
  seq,
  comment: comment(id, userId, text),
})
const deleted = (seq: number, commentId: string): LiveEvent => ({
  type: 'comment.deleted',
  seq,
  commentId,
})

test.each<[string, LiveEvent[], string]>([
  [
    'put new comments at the end, before pending ones, and take deleted ones away',
    [created(1, 'f'), deleted(2, 'd'), created(3, 'g'), deleted(4, 'g')],
    'cef(k)',
  ],
  [
    'change nothing when they are known',
    [created(1, 'c'), deleted(2, 'x'), { type: 'comment.created', seq: 3 }],
    'cde(k)',
  ],
])('events, in order, %s', (_, events, expected) => {
  addPending(pending('k'))
  applyEvents(events)
  expect(shown()).toBe(expected)
})

test('events, in order moves an own comment, answered before its event, to where the server has it', () => {
  addPending(pending('k'))
  settlePending('k', comment('z', 'me', 'text of k'))
  applyEvents([created(1, 'f')])
  expect(shown()).toBe('cdefz')
  applyEvents([created(2, 'z', 'me', 'text of k'), created(3, 'g')])
  expect(shown()).toBe('cdefzg')
  expect($comments.get().find(({ commentId }) => commentId === 'z')?.key).toBe('k')
})

test('events, in order: an event that comes before its own answer takes the place of what was sent', () => {
  addPending(pending('k'))
  applyEvents([created(1, 'z', 'me', 'text of k'), created(2, 'f')])
  settlePending('k', comment('z', 'me', 'text of k'))
  expect(shown()).toBe('cdezf')
})
