const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1']

export function isLoopback(hostname: string): boolean {
  return LOOPBACK_HOSTS.includes(hostname.replace(/^\[(.*)\]$/, '$1'))
}
