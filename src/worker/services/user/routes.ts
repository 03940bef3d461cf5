import { userCalls } from '../../../contract/calls/user.ts'
import { createService } from '../../http/create-service.ts'
import { pictureFile } from '../../pictures/picture-file.ts'
import { changeBirthYear } from './birth-year.ts'
import { requestEmailChange, confirmEmailChange } from './email-change.ts'
import { changeGender } from './gender.ts'
import { readMe } from './me.ts'
import { changePassword } from './password.ts'
import { changePicture } from './picture.ts'
import { changeReading } from './reading.ts'
import { changeReminder, endReminder, readReminder, renewSubscription } from './reminder.ts'
import { agreeToTerms } from './terms.ts'
import { changeUsername } from './username.ts'

/** The signed-in person's own settings. */
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
// Below the site's own root, not below the service's base.
userService.get('/picture/:id', pictureFile)
