import { authCalls } from '../../../contract/calls/auth.ts'
import { maintenanceEntries } from '../../db/maintenance-window.ts'
import { createService } from '../../http/create-service.ts'
import { rotate } from '../../identity/sessions.ts'
import * as registration from './registration.ts'
import * as codes from './codes.ts'
import { secureAccount } from './secure-account.ts'
import * as login from './login.ts'

export const authService = createService(authCalls, {
  ...registration,
  ...codes,
  secureAccount,
  ...login,
  refreshSession: (c, { token }) => rotate(c, token),
  refreshSessionByQuery: (c, { token }) => rotate(c, token),
  authMaintenance: (c) => maintenanceEntries(c.env, 'auth'),
})
