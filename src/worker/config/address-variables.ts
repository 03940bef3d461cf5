import { isValidEmail } from '../../domain/email.ts'
import { isLoopback } from './loopback.ts'
import { checked } from './variable-types.ts'

/** Kinds of variables that hold an address. @param isDevelopment admits http to this machine */
export function addressVariables(isDevelopment: boolean) {
  /** https, or in the local set-up http to this machine. */
  const isSafe = ({ protocol, hostname }: URL) =>
    protocol === 'https:' || (protocol === 'http:' && isDevelopment && isLoopback(hostname))

  const publicOrigin = checked((text) => {
    const url = URL.parse(text)
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
      return 'must be an address such as https://ichimon.example.'
    if (!isSafe(url)) return 'must begin with https://.'
    return url.origin === text && /^[\w.:[\]-]+$/.test(url.host)
      ? undefined
      : 'must be scheme and host only: no path, no trailing slash, no default port, lower case.'
  })

  /** The problem with a base address. */
  const baseProblem = (text: string, example: string) => {
    const url = URL.parse(text)
    if (!url) return `must be an address such as ${example}.`
    if (!isSafe(url)) return 'must begin with https://.'
    return url.search || url.hash || url.username || url.password
      ? 'must have no user name, query or fragment.'
      : undefined
  }

  const webhookUrl = checked((text) => {
    const url = URL.parse(text)
    if (!url) return 'must be an address such as https://chat.example/hooks/1.'
    return isSafe(url) ? undefined : 'must begin with https://.'
  })

  const issuer = checked((text) => {
    const url = URL.parse(text)
    if (!url || url.search || url.hash)
      return 'must be an address such as https://accounts.example.'
    return isSafe(url) ? undefined : 'must begin with https://.'
  })

  const webAddress = checked((text) => {
    const url = URL.parse(text)
    return url && isSafe(url) ? undefined : 'must be an address that begins with https://.'
  })

  const operatorContact = checked((text) =>
    isValidEmail(text) || URL.parse(text)?.protocol === 'https:'
      ? undefined
      : 'must be an email address or an address that begins with https://.',
  )

  return {
    baseProblem,
    issuer,
    operatorContact,
    publicOrigin,
    webAddress,
    webhookUrl,
  }
}
