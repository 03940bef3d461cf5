import photonModule from '@cf-wasm/photon/photon.wasm'
import { isOpaque, pictureSize } from '../../domain/picture.ts'
import type { StoredPicture } from './replace.ts'
import type { PictureHeader } from './picture-header.ts'
import { upright, type Pixels } from './picture-pixels.ts'
import { reduceJpeg } from './reduce-jpeg.ts'
import { reducePng } from './reduce-png.ts'

const JPEG_QUALITY = 85
const CATMULL_ROM = 3
/** Pixels above which photon, which takes 13 bytes for each, would leave too little of an isolate's 128 MB. */
const MOST_DECODED = 2_500_000
/** Memory above which an instance is left to the garbage collector, bytes: WebAssembly memory never shrinks. */
const KEPT_MEMORY = 48 * 1024 * 1024

/** The part of photon's raw exports that is used; addresses of things in its memory are numbers. */
interface Photon {
  memory: WebAssembly.Memory
  __wbindgen_start(): void
  __wbindgen_malloc(bytes: number, alignment: number): number
  __wbindgen_free(address: number, bytes: number, alignment: number): void
  __wbg_photonimage_free(image: number, flag: 0): void
  photonimage_new(address: number, bytes: number, width: number, height: number): number
  photonimage_new_from_byteslice(address: number, bytes: number): number
  photonimage_get_width(image: number): number
  photonimage_get_height(image: number): number
  photonimage_get_raw_pixels(image: number): [address: number, bytes: number]
  photonimage_get_bytes(image: number): [address: number, bytes: number]
  photonimage_get_bytes_jpeg(image: number, quality: number): [address: number, bytes: number]
  resize(image: number, width: number, height: number, filter: number): number
}

let kept: Photon | undefined

/**
 * Makes a picture anew from its pixels alone, which leaves every kind of metadata and anything hidden behind: upright,
 * at most 512 pixels on the longer side, JPEG when opaque and PNG when not.
 * @returns `undefined` when the bytes cannot be decoded to what the header says
 */
export async function remake(
  bytes: Uint8Array<ArrayBuffer>,
  header: PictureHeader,
): Promise<StoredPicture | undefined> {
  const reduced = isLarge(header) ? await reduce(bytes, header) : undefined
  if (isLarge(header) && !reduced) return undefined
  const photon = kept ?? instantiate()
  // Photon stops dead on what it cannot read and is of no use afterwards.
  kept = undefined
  const pixels = reduced ?? decode(photon, bytes, header)
  if (!pixels) return undefined
  const picture = encode(photon, upright(pixels, header.orientation))
  if (photon.memory.buffer.byteLength <= KEPT_MEMORY) kept = photon
  return picture
}

function isLarge({ width, height }: PictureHeader): boolean {
  return width * height > MOST_DECODED
}

function reduce(bytes: Uint8Array<ArrayBuffer>, header: PictureHeader) {
  return header.format === 'png' ? reducePng(bytes, header) : reduceJpeg(bytes)
}

/** Of the host's functions photon needs one here, to end; the others belong to its parts for browsers. */
function instantiate(): Photon {
  const host: WebAssembly.Imports = {}
  for (const { module, name } of WebAssembly.Module.imports(photonModule)) {
    host[module] ??= {}
    host[module][name] = () => {
      if (name !== '__wbindgen_init_externref_table') throw new Error('photon stopped')
    }
  }
  const { exports } = new WebAssembly.Instance(photonModule, host)
  const photon = exports as unknown as Photon
  photon.__wbindgen_start()
  return photon
}

function decode(photon: Photon, bytes: Uint8Array, header: PictureHeader): Pixels | undefined {
  try {
    const image = photon.photonimage_new_from_byteslice(give(photon, bytes), bytes.length)
    const width = photon.photonimage_get_width(image)
    const height = photon.photonimage_get_height(image)
    if (width !== header.width || height !== header.height) return undefined
    const size = pictureSize(width, height)
    if (size.width === width && size.height === height) return pixelsOf(photon, image)
    const scaled = photon.resize(image, size.width, size.height, CATMULL_ROM)
    photon.__wbg_photonimage_free(image, 0)
    return pixelsOf(photon, scaled)
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || isEnd(error)) return undefined
    throw error
  }
}

const isEnd = (error: unknown) => error instanceof Error && error.message === 'photon stopped'

/** The pixels of an image, which is freed. */
function pixelsOf(photon: Photon, image: number): Pixels {
  const width = photon.photonimage_get_width(image)
  const height = photon.photonimage_get_height(image)
  const data = take(photon, photon.photonimage_get_raw_pixels(image))
  photon.__wbg_photonimage_free(image, 0)
  return { data, width, height }
}

function encode(photon: Photon, pixels: Pixels): StoredPicture {
  const { data, width, height } = pixels
  const image = photon.photonimage_new(give(photon, data), data.length, width, height)
  const format = isOpaque(data) ? 'jpeg' : 'png'
  const encoded =
    format === 'jpeg'
      ? photon.photonimage_get_bytes_jpeg(image, JPEG_QUALITY)
      : photon.photonimage_get_bytes(image)
  const bytes = take(photon, encoded)
  photon.__wbg_photonimage_free(image, 0)
  return { bytes, format, width, height }
}

/** Copies bytes into photon's memory, which takes them over. */
function give(photon: Photon, bytes: Uint8Array): number {
  const address = photon.__wbindgen_malloc(bytes.length, 1) >>> 0
  new Uint8Array(photon.memory.buffer).set(bytes, address)
  return address
}

/** Copies bytes out of photon's memory and frees them there. */
function take(photon: Photon, [address, length]: [number, number]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(photon.memory.buffer, address >>> 0, length).slice()
  photon.__wbindgen_free(address, length, 1)
  return bytes
}
