import { userCalls } from '../../../contract/calls/user.ts'
import { createService } from '../../http/create-service.ts'
import { pictureFile } from './picture.ts'
import * as picture from './picture.ts'
import * as settings from './settings.ts'
import * as emailChange from './email-and-password.ts'
import * as passkeys from './sign-ins.ts'

export const userService = createService(userCalls, {
  ...picture,
  ...settings,
  ...emailChange,
  ...passkeys,
})
// At the site's root, not below the service's base.
userService.get('/picture/:id', pictureFile)
