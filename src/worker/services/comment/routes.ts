import { commentCalls } from '../../../contract/calls/comment.ts'
import { createService } from '../../http/create-service.ts'
import { listOwnComments } from './comment-history.ts'
import { listDays } from './answered-days.ts'
import { deleteComment } from './delete-comment.ts'
import { readEcho } from './echo.ts'
import { exportComments } from './export-comments.ts'
import { listOwnSuggestions, suggestQuestion, withdrawSuggestion } from './own-suggestions.ts'
import { postComment } from './post-comment.ts'

/** A person's own comments and suggestions. */
export const commentService = createService(commentCalls, {
  postComment,
  listOwnComments,
  readEcho,
  listDays,
  exportComments,
  deleteComment,
  suggestQuestion,
  listOwnSuggestions,
  withdrawSuggestion,
})
