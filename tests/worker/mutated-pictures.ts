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

/** Deterministic pseudorandom number in [0, 1) (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Files with bytes changed, removed, repeated or inserted, half of the time near the start. */
export function* mutated(files: PictureFile[], count: number, seed = 1): Generator<PictureFile> {
  const next = random(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  for (let index = 0; index < count; index++) {
    const { picture, type } = files[index % files.length]!
    let changed = Buffer.from(picture)
    for (let times = 1 + below(4); times > 0; times--) {
      const at = below(next() < 0.5 ? Math.min(200, changed.length) : changed.length)
      const length = 1 + below(24)
      const [before, after] = [changed.subarray(0, at), changed.subarray(at)]
      const kind = below(5)
      if (kind === 0) changed = Buffer.concat([before, after.subarray(length)])
      else if (kind === 1) changed = Buffer.concat([before, after.subarray(0, length), after])
      else if (kind === 2) changed = Buffer.concat([before, Buffer.from([0xff, below(256)]), after])
      else if (at < changed.length)
        changed[at] = kind === 3 ? below(256) : changed[at]! ^ (1 << below(8))
    }
    yield { picture: changed, type }
  }
}
