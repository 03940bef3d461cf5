import { createHash } from 'node:crypto'

/** The claims of a person in the local provider's ID tokens. */
export interface Person {
  sub: string
  email: string
  email_verified: boolean
  name: string
}

/** The same address is always the same person. */
export function person(email: string, name: string): Person {
  const sub = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)
  return { sub, email, email_verified: true, name }
}

/** Invented people to pick from; one has an address as Japanese carriers once gave them out. */
export const people: Person[] = [
  person('misaki.sato@example.com', '佐藤 美咲'),
  person('ken.tanaka@example.com', '田中 健'),
  person('yuki..mori@mobile.example', '森 由紀'),
  person('emma.lindqvist@example.org', 'Emma Lindqvist'),
]
