import { sendSignal } from '@simplewebauthn/browser'

/** Tells the browser that the site does not know the passkey, so that its keychain stops offering it. */
export function forgetPasskey(credentialID: string): void {
  const rpID = location.hostname
  // Some browsers do not have the signal.
  sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined)
}
