import { expect, it } from 'vitest'
import { inspectPicture } from '../../src/worker/pictures/inspect-picture.ts'
import { mutated, seeds } from '../worker/mutated-pictures.ts'
import { hugePng, jpeg, jpegOfScans, phonePhoto, png, withFrame } from '../worker/picture-files.ts'

const inspect = (file: Buffer) => inspectPicture(new Uint8Array(file))
const chunk = (type: string, length: number): [string, Uint8Array] => [type, new Uint8Array(length)]
const photo = await jpeg(60, 40)

it('inspectPicture reads the size, the orientation and whether there is an alpha channel', async () => {
  expect(inspect(photo)).toMatchObject({ format: 'jpeg', width: 60, height: 40, orientation: 1 })
  expect(inspect(await phonePhoto(60, 40, 6))).toMatchObject({ orientation: 6, hasAlpha: false })
  expect(inspect(await png(60, 40))).toMatchObject({ format: 'png', hasAlpha: false })
  expect(inspect(await png(60, 40, true))).toMatchObject({ hasAlpha: true })
})

it('inspectPicture drops all metadata but the orientation', async () => {
  const { parts } = inspect(await phonePhoto(60, 40, 6))!
  const kept = Buffer.concat(parts)
  expect(kept.includes('SecretPhone') || kept.includes('Hidden Street')).toBe(false)
  expect(inspect(kept)).toMatchObject({ width: 60, height: 40, orientation: 6 })
  const texts = hugePng(8, 8, { before: [['tEXt', Buffer.from('Author\0Somebody')]] })
  expect(Buffer.concat(inspect(texts)!.parts).includes('Somebody')).toBe(false)
})

it('inspectPicture accepts exactly the bit depths that a PNG may have', () => {
  const accepted = [0, 1, 2, 3, 4, 5, 6].flatMap((colourType) =>
    [0, 1, 2, 3, 4, 8, 12, 16, 32, 240].flatMap((depth) => {
      const before = colourType === 3 ? [chunk('PLTE', 6)] : []
      return inspect(hugePng(4, 4, { colourType, depth, before })) ? [`${colourType}/${depth}`] : []
    }),
  )
  expect(accepted.join(' ')).toBe('0/1 0/2 0/4 0/8 0/16 2/8 2/16 3/1 3/2 3/4 3/8 4/8 4/16 6/8 6/16')
})

it.each<[string, Parameters<typeof hugePng>[2]]>([
  ['a palette picture without a palette', { colourType: 3 }],
  ['an empty palette', { colourType: 3, before: [chunk('PLTE', 0)] }],
  ['a palette longer than its depth', { colourType: 3, depth: 1, before: [chunk('PLTE', 9)] }],
  ['a palette in a grey picture', { colourType: 0, before: [chunk('PLTE', 3)] }],
  ['transparency beside an alpha channel', { colourType: 6, before: [chunk('tRNS', 6)] }],
  ['two palettes', { before: [chunk('PLTE', 3), chunk('PLTE', 3)] }],
  ['an unknown chunk that a decoder must know', { before: [chunk('ABCD', 3)] }],
  ['a second header', { before: [chunk('IHDR', 13)] }],
  ['an interlacing that does not exist', { interlace: 2 }],
  ['too many chunks', { before: Array.from({ length: 1024 }, () => chunk('teXt', 0)) }],
])('inspectPicture refuses %s', (_, parts) => {
  expect(inspect(hugePng(4, 4, parts))).toBeUndefined()
})

it('inspectPicture accepts 24 scans and refuses more, arithmetic and lossless coding', () => {
  expect(inspect(jpegOfScans(64, 64, 24))).toMatchObject({ width: 64, height: 64 })
  expect(inspect(jpegOfScans(64, 64, 25))).toBeUndefined()
  for (const marker of [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xcf])
    expect(inspect(withFrame(photo, marker))).toBeUndefined()
})

it('inspectPicture refuses every file that ends early', async () => {
  for (const { picture } of await seeds())
    for (let length = 0; length < picture.length; length++)
      expect(inspect(picture.subarray(0, length))).toBeUndefined()
})

it('inspectPicture never throws on 5,000 mutated files and never grows them', async () => {
  let accepted = 0
  for (const { picture } of mutated(await seeds(), 5_000)) {
    const inspected = inspect(picture)
    if (!inspected) continue
    accepted++
    const length = inspected.parts.reduce((sum, part) => sum + part.length, 0)
    expect(length).toBeLessThanOrEqual(picture.length + 36)
  }
  expect(accepted).toBeGreaterThan(500)
})
