import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import * as files from '../worker/picture-files.ts'

const app = await ownApp({ questions: false })
const profileBomb: [string, Uint8Array] = [
  'iCCP',
  Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(2e8))]),
]
const rows16 = Buffer.alloc((2048 * 6 + 1) * 2048)
const bombs: [string, Buffer, string][] = [
  ['a compressed colour profile of 200 MB', files.hugePng(8, 8, { before: [profileBomb] }), 'png'],
  ['image data that goes on for 200 MB', files.hugePng(8, 8, { rows: Buffer.alloc(2e8) }), 'png'],
  ['16 bits, 2048 × 2048', files.hugePng(2048, 2048, { depth: 16, rows: rows16 }), 'png'],
  ['64 scans, 2048 × 2048', files.jpegOfScans(2048, 2048, 64), 'jpg'],
]
test.each(bombs)('a bomb neither stops nor fills the worker: %s', async (_, picture, type) => {
  const person = await createPerson(app)
  const input = { picture: files.base64(picture), type }
  const response = await callService(app, 'user', 'PUT /user/picture', person, input)
  expect(response.status).toBe(202)
})
