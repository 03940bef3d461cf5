const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1']

/** Accepts IPv6 in brackets, as in a URL. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK_HOSTS.includes(hostname.replace(/^\[(.*)\]$/, '$1'))
}
