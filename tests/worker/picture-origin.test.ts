import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startApp, type App } from '../../harness/app.ts'
import { newEmail } from '../../harness/credentials.ts'
import { startPictureDomain, type PictureDomain } from '../../harness/picture-domain.ts'
import { codeIn, mails, newMail } from '../../harness/outbox.ts'
import { activePerson, SECRET } from '../../harness/steps/auth-calls.ts'
import { call } from '../../harness/steps/service-calls.ts'
import { todaysQuestion } from '../../harness/steps/reading-steps.ts'
import { pictureDomainFaults } from '../../scripts/operator/check-picture-domain.ts'
import { databaseOf } from './operator-database.ts'
import { base64, decode, jpeg, png } from './picture-files.ts'

let app: App
let domain: PictureDomain

beforeAll(async () => {
  domain = await startPictureDomain()
  app = await startApp({ vars: { SECRET, PICTURE_ORIGIN: domain.origin } })
  domain.serve(app.r2)
})
afterAll(async () => {
  await app?.stop()
  await domain?.stop()
})

type Person = Awaited<ReturnType<typeof activePerson>>

async function choose({ accessToken: token }: Person, type: 'jpg' | 'png') {
  const file = type === 'jpg' ? await jpeg(64, 64) : await png(64, 64, true)
  const body = { picture: base64(file), type }
  expect((await call(app, 'user', 'PUT /user/picture', { token, body })).status).toBe(202)
  const me = await call(app, 'user', 'GET /user/me', { token })
  return me.body.results[0].pictureLink as string
}

it.each(['jpg', 'png'] as const)('serves a new %s from the bucket’s own domain', async (type) => {
  const link = await choose(await activePerson(app), type)
  expect(link).toMatch(new RegExp(`^${domain.origin}/[\\w-]{22}\\.${type}$`))
  const response = await fetch(link)
  expect(response.headers.get('Content-Type')).toBe(type === 'jpg' ? 'image/jpeg' : 'image/png')
  expect(response.headers.get('Cache-Control')).toBe(
    'public, max-age=31536000, immutable, s-maxage=60',
  )
  expect(await decode(new Uint8Array(await response.arrayBuffer()))).toMatchObject({ width: 64 })
  // Pages and clients of before ask the site.
  const path = new URL(link).pathname
  const own = await app.fetch(`/picture${path}`)
  expect([own.status, own.headers.get('Cache-Control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
})

it('names it in comments, and admits it and no other host to pages', async () => {
  const person = await activePerson(app)
  const link = await choose(person, 'jpg')
  const { questionId } = await todaysQuestion(app)
  const posted = await call(app, 'comment', 'POST /comment', {
    token: person.accessToken,
    body: { questionId, text: 'with a picture' },
  })
  expect(posted.body.results[0].userOptions.picture).toBe(link)
  await expect.poll(async () => (await app.fetch('/')).text()).toContain(`src="${link}"`)
  const policy = (await app.fetch('/')).headers.get('Content-Security-Policy')
  expect(policy).toContain(`img-src 'self' data: blob: ${domain.origin};`)
})

it('deletes the object of a picture that was replaced, or whose account was deleted', async () => {
  const email = newEmail()
  const person = await activePerson(app, email)
  const first = await choose(person, 'png')
  const second = await choose(person, 'jpg')
  const status = async (link: string) => {
    const response = await fetch(link)
    await response.arrayBuffer()
    return response.status
  }
  await expect.poll(() => status(first)).toBe(404)
  expect(await status(second)).toBe(200)
  await leave(person.accessToken, email)
  await expect.poll(() => status(second)).toBe(404)
  expect((await app.fetch(`/picture${new URL(second).pathname}`)).status).toBe(404)
})

async function leave(token: string, email: string) {
  const before = (await mails(app, email)).length
  const asked = { token, headers: { LanguageCode: 'en' } }
  await call(app, 'account', 'GET /user/account/delete', asked)
  const passcode = codeIn(await newMail(app, email, before))
  const left = await call(app, 'account', 'DELETE /user/', {
    token,
    body: { passcode, language: 'en' },
  })
  expect(left.status).toBe(205)
}

it('leaves pictures of before where they are', async () => {
  const person = await activePerson(app)
  await app.setVars({ PICTURE_ORIGIN: '' })
  const link = await choose(person, 'jpg')
  await app.setVars({ PICTURE_ORIGIN: domain.origin })
  expect(link).toMatch(/^\/picture\/[\w-]{22}$/)
  const me = await call(app, 'user', 'GET /user/me', { token: person.accessToken })
  expect(me.body.results[0].pictureLink).toBe(link)
  expect((await app.fetch(link)).status).toBe(200)
})

it('leads pictures through the worker once the setting is taken out', async () => {
  const person = await activePerson(app)
  const { pathname } = new URL(await choose(person, 'png'))
  await app.setVars({ PICTURE_ORIGIN: '' })
  onTestFinished(() => app.setVars({ PICTURE_ORIGIN: domain.origin }))
  const me = await call(app, 'user', 'GET /user/me', { token: person.accessToken })
  const link = me.body.results[0].pictureLink
  expect(link).toBe(`/picture${pathname}`)
  expect((await app.fetch(link)).headers.get('Content-Type')).toBe('image/png')
})

it('is checked: a domain that is not cached or lacks a header is named', async () => {
  const faults = (origin: string) => pictureDomainFaults(databaseOf(app), origin)
  await choose(await activePerson(app), 'jpg')
  expect(await faults(domain.origin)).toEqual([])
  const other = await startPictureDomain({ 'CF-Cache-Status': 'DYNAMIC' })
  other.serve(app.r2)
  expect(await faults(other.origin)).toEqual([
    'X-Content-Type-Options',
    'Content-Security-Policy',
    'X-Robots-Tag',
    'CF-Cache-Status',
  ])
  await other.stop()
  await expect(faults(other.origin)).rejects.toThrow(/does not respond/)
})
