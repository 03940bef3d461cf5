import { userCalls } from '../../../contract/calls/user.ts'
import { createService } from '../../http/create-service.ts'
import { changePicture, pictureFile } from './picture.ts'
import {
  agreeToTerms,
  changeBirthYear,
  changeGender,
  changeReading,
  changeUsername,
  readMe,
} from './settings.ts'
import { requestEmailChange, confirmEmailChange } from './email-change.ts'
import { changePassword } from './password.ts'
import { changeReminder, endReminder, readReminder, renewSubscription } from './reminder.ts'

export const userService = createService(userCalls, {
  readMe,
  agreeToTerms,
  changeUsername,
  changePassword,
  requestEmailChange,
  confirmEmailChange,
  changeGender,
  changeBirthYear,
  changeReading,
  changePicture,
  readReminder,
  changeReminder,
  renewSubscription,
  endReminder,
})
// At the site's root, not below the service's base.
userService.get('/picture/:id', pictureFile)
