import { authCalls } from '../../../contract/calls/auth.ts'
import { maintenanceEntries } from '../../db/maintenance-window.ts'
import { createService } from '../../http/create-service.ts'
import { rotate } from '../../identity/sessions.ts'
import { checkEmail, checkUsername, register } from './registration.ts'
import {
  activate,
  checkCode,
  resetPassword,
  sendActivationCode,
  sendResetCode,
  unlockCodes,
} from './codes.ts'
import { login, logout } from './login.ts'
import { continueWithGoogle, loginWithGoogle } from './social.ts'

export const authService = createService(authCalls, {
  login,
  loginByQuery: (c, credentials, headers) => login(c, credentials, headers),
  register,
  continueWithGoogle,
  loginWithGoogle,
  refreshSession: (c, { token }) => rotate(c.env, token),
  refreshSessionByQuery: (c, { token }) => rotate(c.env, token),
  logout,
  checkEmail,
  checkUsername,
  sendActivationCode,
  sendResetCode,
  checkCode,
  unlockCodes,
  activate,
  resetPassword,
  authMaintenance: (c) => maintenanceEntries(c.env, 'auth'),
})
