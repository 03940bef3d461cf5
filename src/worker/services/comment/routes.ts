import { createService } from '../../http/service.ts'
import { commentHistory, commentHistoryRoute } from './comment-history.ts'
import { deleteComment, deleteCommentRoute } from './delete-comment.ts'
import { exportComments, exportRoute } from './export-comments.ts'
import { postComment, postCommentRoute } from './post-comment.ts'

/** A person's own comments (`contract.md` Comment service). */
export const commentService = createService()
  .openapi(postCommentRoute, async (c) => {
    const key = c.req.valid('header')['idempotency-key']
    return c.json({ results: [await postComment(c, c.req.valid('json'), key)] }, 200)
  })
  .openapi(commentHistoryRoute, async (c) => {
    const { comments, next } = await commentHistory(c, c.req.valid('query'))
    if (next) c.header('Next-Before', next)
    return c.json({ results: comments }, 200)
  })
  .openapi(exportRoute, (c) => exportComments(c, c.req.valid('query')))
  .openapi(deleteCommentRoute, async (c) => {
    await deleteComment(c, c.req.valid('json'))
    return c.body(null, 205)
  })
