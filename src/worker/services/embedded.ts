import { accountService } from './account/routes.ts'
import { authService } from './auth/routes.ts'
import { commentService } from './comment/routes.ts'
import { moderationService } from './moderation/routes.ts'
import { operatorService } from './operator/routes.ts'
import { questionService } from './question/routes.ts'
import { userService } from './user/routes.ts'

/** This repository's implementations. */
export const embeddedServices = {
  question: questionService,
  auth: authService,
  comment: commentService,
  user: userService,
  account: accountService,
  moderation: moderationService,
  operator: operatorService,
} as const
