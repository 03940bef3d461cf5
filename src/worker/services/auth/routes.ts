import { authCalls } from '../../../contract/calls/auth.ts'
import { maintenanceEntries } from '../../db/maintenance-window.ts'
import { createService } from '../../http/create-service.ts'
import { rotate } from '../../identity/update-token.ts'
import { checkEmail, checkUsername } from './availability.ts'
import { activate, checkCode, resetPassword, unlockCodes } from './codes.ts'
import { sendActivationCode, sendResetCode } from './send-codes.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { register } from './register.ts'
import { continueWithGoogle, loginWithGoogle } from './social.ts'

/** Registration, sign-in, codes and sessions. */
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
