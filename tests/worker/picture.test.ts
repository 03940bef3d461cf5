import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../src/contract/schemas.ts'
import { PICTURE_BODY_LIMIT } from '../../src/domain/picture.ts'
import { deletePictures, replacePicture } from '../../src/worker/pictures/storage.ts'
import { reEncode } from '../../src/worker/pictures/re-encode.ts'
import { ownApp } from '../../harness/own-app.ts'
import { bindingsOf, createPerson, type TestPerson } from '../../harness/people.ts'
import { callService, resultsOf } from '../../harness/steps/service-calls.ts'
import { until } from '../../harness/until.ts'
import * as files from './picture-files.ts'

const { base64, decode } = files

const app = await ownApp({ questions: false })
let person: TestPerson
beforeEach(async () => {
  person = await createPerson(app)
})

async function send(person: TestPerson | undefined, input: object) {
  const response = await callService(app, 'user', 'PUT /user/picture', person, input)
  const { errorCode, field } = response.body
  return { ...response, errorCode, field, retryAfter: response.headers.get('Retry-After') }
}
const upload = (person: TestPerson, file: Uint8Array, type: string) =>
  send(person, { picture: base64(file), type })

const me = async (person: TestPerson): Promise<User> =>
  (await resultsOf(app, 'user', 'GET /user/me', person))[0]

async function stored(person: TestPerson) {
  const { pictureLink } = await me(person)
  const response = await app.fetch(pictureLink)
  expect(response.status).toBe(200)
  return { response, pictureLink, file: new Uint8Array(await response.arrayBuffer()) }
}

const objects = async () => (await app.r2.list()).objects.map(({ key }) => key).sort()
const pictureRows = async () =>
  (await app.sql`SELECT id FROM picture ORDER BY id`.all<{ id: string }>()).results.map(
    ({ id }) => id,
  )

async function sendUnfinished({ authorization }: TestPerson) {
  const request = httpRequest(new URL('/service/user/v1/user/picture', app.origin), {
    method: 'PUT',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
  })
  request.write(`{"picture":"${'A'.repeat(PICTURE_BODY_LIMIT)}`)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  request.on('error', () => {})
  const body = (await json(response)) as { errorCode: number }
  request.destroy()
  return [response.statusCode, body.errorCode]
}

test('what is stored: a small picture keeps its size, a data URL is tolerated', async () => {
  const picture = `data:image/jpeg;base64,${base64(await files.jpeg(40, 20))}`
  expect(await send(person, { picture, type: 'jpeg' })).toMatchObject({ status: 202 })
  expect(await decode((await stored(person)).file)).toMatchObject({ width: 40, height: 20 })
})

test('a removed picture is gone from the person, their posts and the bucket, also while suspended', async () => {
  await upload(person, await files.jpeg(40, 20), 'jpg')
  const { pictureLink } = await stored(person)
  const id = pictureLink.split('/').at(-1)!
  await app.sql`INSERT INTO ban (id, user_id, starts_at) VALUES ('ban', ${person.userId}, 0)`.run()
  const remove = () => callService(app, 'user', 'DELETE /user/picture', person)
  expect(await remove()).toMatchObject({ status: 205 })
  expect(await me(person)).toMatchObject({ hasPicture: false, pictureLink: '' })
  await until(async () => !(await objects()).includes(id))
  expect(await pictureRows()).not.toContain(id)
  expect(await remove()).toMatchObject({ status: 205 })
})

test('what is stored: a PNG stays a PNG, with its transparency', async () => {
  await upload(person, await files.png(800, 600, true), 'png')
  const shining = await stored(person)
  expect(shining.response.headers.get('Content-Type')).toBe('image/png')
  expect(await decode(shining.file)).toEqual({
    width: 512,
    height: 384,
    quarters: ['red', 'green', 'blue', 'clear'],
  })
})

test('what is stored: a progressive and a CMYK JPEG are accepted', async () => {
  const cmyk = files.drawn(400, 300).removeAlpha().toColourspace('cmyk').jpeg().toBuffer()
  for (const picture of [files.jpeg(400, 300, { progressive: true }), cmyk]) {
    expect(await upload(person, await picture, 'jpeg')).toMatchObject({ status: 202 })
    expect(await decode((await stored(person)).file)).toEqual({
      width: 400,
      height: 300,
      quarters: ['red', 'green', 'blue', 'white'],
    })
  }
})

test('what is stored: a large phone photo is turned upright and loses its location, a cut one is refused', async () => {
  const photo = await files.phonePhoto(2048, 1536, 6)
  expect(photo.includes('SecretPhone')).toBe(true)
  expect(await upload(person, photo, 'jpg')).toMatchObject({ status: 202 })
  const { file, response, pictureLink } = await stored(person)
  expect(await decode(file)).toEqual({
    width: 384,
    height: 512,
    quarters: ['blue', 'red', 'white', 'green'],
  })
  expect(response.headers.get('Content-Type')).toBe('image/jpeg')
  for (const trace of ['Exif', 'SecretPhone', 'Hidden Street', 'II*\0'])
    expect(Buffer.from(file).includes(trace)).toBe(false)
  const shining = await files.png(1200, 900, true)
  for (const [whole, type] of [
    [photo, 'jpg'],
    [shining, 'png'],
  ] as const)
    for (const part of [0.3, 0.7, 0.99]) {
      const picture = base64(whole.subarray(0, Math.floor(whole.length * part)))
      expect(await send(person, { picture, type })).toMatchObject({ status: 406 })
    }
  expect((await me(person)).pictureLink).toBe(pictureLink)
})

test('what is stored: a picture of 2048 × 2048 is accepted, one more pixel is not', async () => {
  expect(await upload(person, files.hugePng(2048, 2048), 'png')).toMatchObject({ status: 202 })
  for (const [width, height] of [
    [2049, 16],
    [16, 2049],
  ] as const)
    // Its rows are incomplete: the header refuses it before it is decoded.
    expect(
      await upload(person, files.hugePng(width, height, { rows: Buffer.alloc(9) }), 'png'),
    ).toMatchObject({
      status: 413,
      errorCode: -1024,
    })
  const wide = await files.jpeg(2049, 16)
  // A comment with a forged header, whose width ends where the real one begins.
  const forged = Buffer.concat([
    wide.subarray(0, 2),
    Buffer.from('fffe000affc0001108001000', 'hex'),
    wide.subarray(wide.indexOf(Buffer.from([0xff, 0xc0]))),
  ])
  for (const picture of [wide, forged])
    expect(await upload(person, picture, 'jpg')).toMatchObject({ status: 413, errorCode: -1024 })
  const many = Buffer.concat([
    wide.subarray(0, 3),
    Buffer.from('ffc0001108001000'.repeat(2e5), 'hex'),
  ])
  expect(await upload(person, many, 'jpg')).toMatchObject({ errorCode: -1023 })
})

const photo = await files.jpeg(600, 400)
const image = await files.png(600, 400)

const half = (file: Buffer) => file.subarray(0, file.length / 2)
const noPictures: [string, Buffer, string][] = [
  ['an SVG named .png', Buffer.from(files.svg), 'png'],
  ['a GIF that is a page', Buffer.from(files.gifPage), 'jpg'],
  ['a JPEG that is a page', Buffer.from(files.jpegPage), 'jpg'],
  ['a JPEG called png', photo, 'png'],
  ['a PNG called jpg', image, 'jpg'],
  ['half a JPEG', half(photo), 'jpg'],
  ['half a PNG', half(image), 'png'],
  ['a JPEG of its header only', photo.subarray(0, 20), 'jpg'],
  ['a JPEG of too many scans', files.jpegOfScans(64, 64, 65), 'jpg'],
  ['nothing', Buffer.alloc(0), 'jpg'],
]
const cases: [string, object, number, number, string?][] = [
  ...noPictures.map(([name, file, type]): [string, object, number, number, string] => {
    return [name, { picture: base64(file), type }, 406, -1023, 'picture']
  }),
  ['no base64', { picture: '*'.repeat(400), type: 'jpg' }, 406, -1023, 'picture'],
  ['another type', { picture: base64(photo), type: 'gif' }, 406, -1023, 'type'],
  ['no type', { picture: base64(photo) }, 406, -1023, 'type'],
  [
    'more than 2 MiB',
    { picture: base64(Buffer.concat([photo, Buffer.alloc(2 * 1024 * 1024)])), type: 'jpg' },
    413,
    -1024,
  ],
]
test.each(cases)('what is refused: %s', async (_, body, status, errorCode, field) => {
  const owner = await createPerson(app, { pictureId: 'the-picture-it-had-0000' })
  expect(await send(owner, body)).toMatchObject({ status, errorCode, ...(field && { field }) })
  expect((await me(owner)).pictureLink).toBe('/picture/the-picture-it-had-0000')
})

test('what is refused: a body that is too long is refused before its end', async () => {
  expect(await sendUnfinished(person)).toEqual([413, -1024])
})

describe('what is served', () => {
  test('is one immutable file with headers of its own', async () => {
    await upload(person, await files.jpeg(64, 64), 'jpg')
    const { response, pictureLink } = await stored(person)
    expect(pictureLink).toMatch(/^\/picture\/[A-Za-z0-9_-]{22}$/)
    const header = (name: string) => response.headers.get(name)
    expect(header('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(header('X-Content-Type-Options')).toBe('nosniff')
    expect(header('Content-Security-Policy')).toContain("default-src 'none'; sandbox")
    const etag = header('ETag')!
    const again = await app.fetch(pictureLink, { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const head = await app.fetch(pictureLink, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test.each(['AAAAAAAAAAAAAAAAAAAAAA', '..%2f..%2fsecret', 'x'])('is not found: %s', async (id) => {
    expect((await app.fetch(`/picture/${id}`)).status).toBe(404)
  })
})

test('replacing: the former picture is deleted, its row and its object', async () => {
  await upload(person, await files.jpeg(64, 64), 'jpg')
  const first = await stored(person)
  await upload(person, await files.jpeg(65, 64), 'jpg')
  const second = await stored(person)
  expect(second.pictureLink).not.toBe(first.pictureLink)
  // Deleted after the response.
  await until(
    () => app.fetch(first.pictureLink),
    ({ status }) => status === 404,
  )
  const rows = await app.sql`SELECT id FROM picture WHERE user_id = ${person.userId}`.all()
  expect(rows.results).toEqual([{ id: second.pictureLink.split('/')[2] }])
})

test('replacing: of many at once each is stored whole or refused as overload, and no object is left over', async () => {
  const responses = await Promise.all(
    Array.from({ length: 12 }, async (_, index) =>
      upload(person, await files.jpeg(300 + index, 300), 'jpg'),
    ),
  )
  const accepted = responses.filter(({ status }) => status === 202)
  expect(accepted.length).toBeGreaterThan(0)
  for (const response of responses)
    if (response.status !== 202)
      expect(response).toMatchObject({ status: 503, errorCode: -1004, retryAfter: '1' })
  expect((await stored(person)).response.status).toBe(200)
  const rows = await pictureRows()
  const left = await until(objects, (keys) => keys.length === rows.length)
  expect(left).toEqual(rows)
})

async function withoutObjects(): Promise<Env> {
  const env = await bindingsOf(app)
  const refuse = () => Promise.reject(new Error('R2 is down'))
  return { ...env, PICTURES: { put: refuse, delete: refuse } as unknown as R2Bucket }
}

test('when R2 is down, the old picture stays, its row and its object', async () => {
  await upload(person, await files.jpeg(48, 48), 'jpg')
  const before = await stored(person)
  const made = { bytes: new Uint8Array(3), format: 'png' as const, width: 1, height: 1 }
  const failed = await replacePicture(await withoutObjects(), person.userId, made).catch(
    (error: unknown) => error,
  )
  expect(failed).toMatchObject({ error: 'databaseConnectionFailed' })
  const after = await stored(person)
  expect(after.pictureLink).toBe(before.pictureLink)
  expect(after.file).toEqual(before.file)
})

test('when R2 is down, a picture that could not be deleted stays on the list until it can be', async () => {
  await upload(person, await files.jpeg(49, 49), 'jpg')
  const id = (await me(person)).pictureLink.split('/')[2]!
  await app.sql`DELETE FROM user WHERE id = ${person.userId}`.run()
  await expect(deletePictures(await withoutObjects())).rejects.toThrow('R2 is down')
  expect(await objects()).toContain(id)
  await app.triggerCron()
  expect(await objects()).not.toContain(id)
})

test('when R2 is down, the cron deletes discarded pictures, once no upload can still store them', async () => {
  const env = await bindingsOf(app)
  const id = 'left-over-object-00000'
  await env.PICTURES.put(id, 'bytes')
  await app.sql`INSERT INTO discarded_picture (id, discarded_at)
      VALUES (${id}, ${Date.now()})`.run()
  await app.triggerCron()
  expect(await objects()).toContain(id)
  await app.sql`UPDATE discarded_picture SET discarded_at = discarded_at - 700000
      WHERE id = ${id}`.run()
  await app.triggerCron()
  expect(await objects()).not.toContain(id)
  const listed = await app.sql`SELECT id FROM discarded_picture WHERE id = ${id}`.all()
  expect(listed.results).toEqual([])
})

const envWith = (error: Error) =>
  ({
    IMAGES: {
      input() {
        throw error
      },
    },
  }) as unknown as Env

test('when Images is down, a quota or an outage is 503 with Retry-After', async () => {
  for (const error of [Object.assign(new Error('quota'), { code: 9422 }), new Error('network')])
    await expect(reEncode(envWith(error), new Uint8Array(photo), 'jpeg')).rejects.toMatchObject({
      error: 'databaseConnectionFailed',
      retryAfter: 1,
    })
})

test('when Images is down, an image that cannot be decoded is no picture', async () => {
  const error = Object.assign(new Error('cannot decode'), { code: 9523 })
  expect(await reEncode(envWith(error), new Uint8Array(photo), 'jpeg')).toBeUndefined()
})
