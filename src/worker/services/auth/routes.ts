import { maintenance, maintenanceRoute } from '../../db/maintenance-window.ts'
import { nextSending } from '../../http/limits.ts'
import { createService } from '../../http/service.ts'
import { passcodePurpose } from '../../../domain/passcode.ts'
import { rotate } from '../../identity/update-token.ts'
import {
  emailAvailable,
  emailAvailableRoute,
  usernameAvailable,
  usernameAvailableRoute,
} from './availability.ts'
import {
  activate,
  activateRoute,
  keyAvailable,
  keyAvailableRoute,
  resetPassword,
  resetPasswordRoute,
  unlock,
  unlockRoute,
} from './check-passcode.ts'
import {
  passwordResetCodeRoute,
  registerCompleteRoute,
  requestPasscode,
} from './request-passcode.ts'
import { login, loginByQueryRoute, loginRoute } from './login.ts'
import { logout, logoutRoute } from './logout.ts'
import { register, registerRoute } from './register.ts'
import { exchange, loginWithGoogleRoute, withGoogleRoute } from './social.ts'
import { tokenByQueryRoute, tokenRoute } from './token.ts'

const done = { results: [] as never[] }

/** Registration, sign-in, codes and sessions (`contract.md` Auth service). */
export const authService = createService()
  .openapi(loginByQueryRoute, async (c) =>
    c.json({ results: await login(c, c.req.valid('query')) }, 200),
  )
  .openapi(loginRoute, async (c) => c.json({ results: await login(c, c.req.valid('json')) }, 200))
  .openapi(registerRoute, async (c) =>
    c.json({ results: await register(c, c.req.valid('json')) }, 200),
  )
  .openapi(withGoogleRoute, async (c) =>
    c.json({ results: await exchange(c, c.req.valid('json').idToken, true) }, 200),
  )
  .openapi(loginWithGoogleRoute, async (c) =>
    c.json({ results: await exchange(c, c.req.valid('json').idToken, false) }, 200),
  )
  .openapi(tokenByQueryRoute, async (c) =>
    c.json({ results: await rotate(c.env, c.req.valid('query').token) }, 200),
  )
  .openapi(tokenRoute, async (c) =>
    c.json({ results: await rotate(c.env, c.req.valid('json').token) }, 200),
  )
  .openapi(logoutRoute, async (c) => {
    await logout(c)
    return c.body(null, 205)
  })
  .openapi(emailAvailableRoute, async (c) => {
    await emailAvailable(c, c.req.valid('query'))
    return c.json(done, 202)
  })
  .openapi(usernameAvailableRoute, async (c) => {
    await usernameAvailable(c, c.req.valid('query'))
    return c.json(done, 202)
  })
  .openapi(registerCompleteRoute, async (c) => {
    const untilNext = await requestPasscode(c, passcodePurpose.activation, c.req.valid('query'))
    return c.json(done, 202, nextSending(untilNext))
  })
  .openapi(passwordResetCodeRoute, async (c) => {
    const untilNext = await requestPasscode(c, passcodePurpose.passwordReset, c.req.valid('query'))
    return c.json(done, 202, nextSending(untilNext))
  })
  .openapi(keyAvailableRoute, async (c) => {
    await keyAvailable(c, c.req.valid('query'))
    return c.json(done, 202)
  })
  .openapi(activateRoute, async (c) => {
    await activate(c, c.req.valid('json'))
    return c.json(done, 202)
  })
  .openapi(resetPasswordRoute, async (c) => {
    await resetPassword(c, c.req.valid('json'))
    return c.json(done, 202)
  })
  .openapi(unlockRoute, async (c) => {
    await unlock(c, c.req.valid('json'))
    return c.json(done, 202)
  })
  .openapi(maintenanceRoute, async (c) => c.json({ results: await maintenance(c, 'auth') }, 200))
