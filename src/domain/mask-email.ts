/** `kenji@example.com` → `k****@e******.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const local = mask(email.slice(0, at))
  if (domain.startsWith('[')) return `${local}@${mask(domain.slice(1, -1))}`
  const dot = domain.lastIndexOf('.')
  return `${local}@${mask(domain.slice(0, dot))}${domain.slice(dot)}`
}

function mask(part: string): string {
  const [first = '', ...rest] = part
  return first + '*'.repeat(rest.length)
}
