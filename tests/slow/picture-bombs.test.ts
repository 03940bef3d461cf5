import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import * as files from '../worker/picture-files.ts'

const app = await ownApp({ questions: false })
const photo = await files.jpeg(600, 400)
const emptyChunks = (count: number) =>
  Array.from({ length: count }, (): [string, Uint8Array] => ['teXt', new Uint8Array()])
const profileBomb: [string, Uint8Array] = [
  'iCCP',
  Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(2e8))]),
]
const rows16 = Buffer.alloc((2048 * 6 + 1) * 2048)
const bombs: [string, Buffer, string, number][] = [
  ['a PNG of bit depth 240', files.hugePng(2048, 2048, { depth: 240 }), 'png', 406],
  ['a palette PNG without a palette', files.hugePng(64, 64, { colourType: 3 }), 'png', 406],
  ['170,000 empty chunks', files.hugePng(8, 8, { before: emptyChunks(170_000) }), 'png', 406],
  ['5,000 progressive scans', files.jpegOfScans(2048, 2048, 5_000), 'jpg', 406],
  ['an arithmetic JPEG', files.withFrame(photo, 0xc9), 'jpg', 406],
  ['a lossless JPEG', files.withFrame(photo, 0xc3), 'jpg', 406],
  [
    'a compressed colour profile of 200 MB',
    files.hugePng(8, 8, { before: [profileBomb] }),
    'png',
    202,
  ],
  [
    'image data that goes on for 200 MB',
    files.hugePng(8, 8, { rows: Buffer.alloc(2e8) }),
    'png',
    202,
  ],
  ['16 bits, 2048 × 2048', files.hugePng(2048, 2048, { depth: 16, rows: rows16 }), 'png', 202],
  ['24 scans, 2048 × 2048', files.jpegOfScans(2048, 2048, 24), 'jpg', 202],
]
test.each(bombs)(
  'a bomb neither stops nor fills the worker: %s',
  async (_, picture, type, status) => {
    const person = await createPerson(app)
    const input = { picture: files.base64(picture), type }
    const response = await callService(app, 'user', 'PUT /user/picture', person, input)
    expect(response.status).toBe(status)
  },
)
