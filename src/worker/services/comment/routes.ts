import { createService } from '../../contract/service.ts'
import { commentHistory, commentHistoryRoute } from './comment-history.ts'
import { deleteComment, deleteCommentRoute } from './delete-comment.ts'
import { postComment, postCommentRoute } from './post-comment.ts'

/** A person's own comments (`contract.md` Comment service). */
export const commentService = createService()
  .openapi(postCommentRoute, async (c) => {
    const key = c.req.valid('header')['idempotency-key']
    return c.json({ results: [await postComment(c, c.req.valid('json'), key)] }, 200)
  })
  .openapi(commentHistoryRoute, async (c) =>
    c.json({ results: await commentHistory(c, c.req.valid('query')) }, 200),
  )
  .openapi(deleteCommentRoute, async (c) => {
    await deleteComment(c, c.req.valid('json'))
    return c.body(null, 205)
  })
