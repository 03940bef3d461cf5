import { createService } from '../../http/service.ts'
import { birthYearRoute, changeBirthYear } from './birth-year.ts'
import {
  askForEmailChange,
  confirmEmailChange,
  confirmEmailRoute,
  emailChangeRoute,
} from './email-change.ts'
import { changeGender, genderRoute } from './gender.ts'
import { me, meRoute } from './me.ts'
import { changePassword, passwordRoute } from './password.ts'
import { pictureFile } from '../../pictures/picture-file.ts'
import { PICTURE_BODY_LIMIT } from '../../../contract/picture-limits.ts'
import { changePicture, pictureRoute } from './picture.ts'
import { renameUser, usernameRoute } from './username.ts'

const done = { results: [] as never[] }

/** The signed-in person's own settings (`contract.md` User service). */
export const userService = createService({ bodyLimits: { '/user/picture': PICTURE_BODY_LIMIT } })
  .openapi(meRoute, async (c) => c.json({ results: [await me(c)] }, 200))
  .openapi(usernameRoute, async (c) => {
    await renameUser(c, c.req.valid('json'))
    return c.json(done, 202)
  })
  .openapi(passwordRoute, async (c) => {
    await changePassword(c, c.req.valid('json'))
    return c.json(done, 202)
  })
  .openapi(emailChangeRoute, async (c) => {
    await askForEmailChange(c, c.req.valid('query'))
    return c.json(done, 202)
  })
  .openapi(confirmEmailRoute, async (c) => {
    await confirmEmailChange(c, c.req.valid('json'))
    return c.json(done, 202)
  })
  .openapi(genderRoute, async (c) => {
    await changeGender(c, c.req.valid('json'))
    return c.json(done, 202)
  })
  .openapi(birthYearRoute, async (c) => {
    await changeBirthYear(c, c.req.valid('json'))
    return c.json(done, 202)
  })
  .openapi(pictureRoute, async (c) => {
    await changePicture(c, c.req.valid('json'))
    return c.json(done, 202)
  })
// Below the site's own root, not below the service's base.
userService.get('/picture/:id', pictureFile)
