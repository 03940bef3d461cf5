import type { commentCalls } from '../../../contract/calls/comment.ts'
import type { Handler } from '../../http/create-service.ts'
import { holdsWords, searchWords } from '../../../domain/search-text.ts'
import { ServiceError } from '../../http/service.ts'
import { ownComments, ownCommentsOn, toOwnComment, withQuestionTexts } from './history-queries.ts'

/** Comments that one call searches: what it costs stays the same, however much somebody has written. */
const SEARCHED_AT_ONCE = 1000

/**
 * One's own comments with their questions, newest first; those before the comment `before` when given, those that
 * hold the words of `q` when given; or all of those on `questionId`. A search may return fewer than `limit` although more pages follow.
 * The response's `Next-Before` names the next page.
 * @throws ServiceError userPrivilegeNotFound for someone else's history
 */
export const listOwnComments: Handler<typeof commentCalls.listOwnComments> = async (c, query) => {
  const person = c.var.person
  if (query.userId !== person.userId) throw new ServiceError('userPrivilegeNotFound')
  if (query.questionId) {
    const rows = await ownCommentsOn(c.env, person.userId, query.questionId)
    return rows.map((row) => toOwnComment(person, row))
  }
  const words = searchWords(query.q ?? '')
  const isSearch = words.length > 0
  const pageSize = isSearch ? SEARCHED_AT_ONCE : query.limit
  const rows = await ownComments(c.env, person.userId, query.before, pageSize + 1, !isSearch)
  const page = rows.slice(0, pageSize)
  const found = page.filter(({ text }) => holdsWords(text, words))
  const shown = found.slice(0, query.limit)
  const isMore = rows.length > pageSize || found.length > shown.length
  const last = found.length > shown.length ? shown.at(-1) : page.at(-1)
  if (isMore && last) c.header('Next-Before', last.id)
  const complete = isSearch ? await withQuestionTexts(c.env, shown) : shown
  return complete.map((row) => toOwnComment(person, row))
}
