import * as fc from 'fast-check'
import { drawn, jpeg, phonePhoto, png } from './picture-files.ts'

interface PictureFile {
  picture: Buffer
  type: 'jpg' | 'png'
}

export async function seeds(): Promise<PictureFile[]> {
  const opaque = drawn(40, 30).removeAlpha()
  const jpegs = [
    jpeg(40, 30),
    jpeg(40, 30, { progressive: true }),
    jpeg(40, 30, { chromaSubsampling: '4:4:4', progressive: true }),
    phonePhoto(40, 30, 6),
    opaque.clone().toColourspace('cmyk').jpeg().toBuffer(),
  ]
  const pngs = [
    png(40, 30),
    png(40, 30, true),
    opaque.clone().png({ palette: true }).toBuffer(),
    opaque.clone().png({ progressive: true }).toBuffer(),
    opaque.clone().toColourspace('rgb16').png().toBuffer(),
  ]
  return [
    ...(await Promise.all(jpegs)).map((picture): PictureFile => ({ picture, type: 'jpg' })),
    ...(await Promise.all(pngs)).map((picture): PictureFile => ({ picture, type: 'png' })),
  ]
}

const change = fc.record({
  kind: fc.nat(4),
  isEarly: fc.boolean(),
  place: fc.nat(2 ** 31),
  length: fc.integer({ min: 1, max: 24 }),
  byte: fc.nat(255),
})

/** Files with bytes changed, removed, repeated or inserted, half of the time near the start. */
export function mutated(files: PictureFile[], count: number): PictureFile[] {
  const changes = fc.array(change, { minLength: 1, maxLength: 4 })
  const samples = fc.sample(changes, { numRuns: count, seed: 1, unbiased: true })
  return samples.map((sample, index) => {
    const { picture, type } = files[index % files.length]!
    let changed = Buffer.from(picture)
    for (const { kind, isEarly, place, length, byte } of sample) {
      const at = place % (isEarly ? Math.min(200, changed.length) : changed.length)
      const [before, after] = [changed.subarray(0, at), changed.subarray(at)]
      if (kind === 0) changed = Buffer.concat([before, after.subarray(length)])
      else if (kind === 1) changed = Buffer.concat([before, after.subarray(0, length), after])
      else if (kind === 2) changed = Buffer.concat([before, Buffer.from([0xff, byte]), after])
      else changed[at] = kind === 3 ? byte : changed[at]! ^ (1 << (byte % 8))
    }
    return { picture: changed, type }
  })
}
