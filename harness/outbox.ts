import { unseal } from '../src/worker/keys/seal.ts'
import type { RenderedMail } from '../src/worker/mail/render.ts'
import type { App } from './app.ts'
import { until } from './until.ts'

export async function mails(app: App, to: string): Promise<RenderedMail[]> {
  const { results } = await app.sql`SELECT id, sealed FROM mail
    ORDER BY created_at, id`.all<{ id: string; sealed: string }>()
  const env = app.vars() as { SECRET: string }
  return results
    .map(({ id, sealed }) => unseal<RenderedMail>(env, 'mail', id, sealed))
    .filter((mail) => mail?.to === to) as RenderedMail[]
}

/** Waits for `count` mails to an address, newest first; they are sent after the response. */
export async function mailsTo(app: App, to: string, count: number): Promise<RenderedMail[]> {
  const received = await until(
    () => mails(app, to),
    ({ length }) => length >= count,
  )
  return received.toReversed()
}

export async function newMail(app: App, to: string, before: number): Promise<RenderedMail> {
  return (await mailsTo(app, to, before + 1)).at(-before - 1)!
}

export function codeIn({ text }: { text: string }): string {
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (!code) throw new Error('no code in the mail')
  return code
}

export const codeTo = async (app: App, email: string, count = 1): Promise<string> =>
  codeIn((await mailsTo(app, email, count))[0]!)
