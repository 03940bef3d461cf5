const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1']

/** Whether a host name is this machine's; an IPv6 address may be in brackets, as in a URL. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK_HOSTS.includes(hostname.replace(/^\[(.*)\]$/, '$1'))
}
