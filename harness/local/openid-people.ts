import { createHash } from 'node:crypto'

export interface Person {
  sub: string
  email: string
  email_verified: boolean
  name: string
}

/** `sub` is derived from the address. */
export function person(email: string, name: string): Person {
  const sub = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)
  return { sub, email, email_verified: true, name }
}

/** Invented people; one has an address in the form that Japanese carriers once allowed. */
export const people: Person[] = [
  person('misaki.sato@example.com', '佐藤 美咲'),
  person('ken.tanaka@example.com', '田中 健'),
  person('yuki..mori@mobile.example', '森 由紀'),
  person('emma.lindqvist@example.org', 'Emma Lindqvist'),
]
