import { isOpaque, pictureSize } from '../../domain/picture.ts'

const QUALITY = 0.9
const PICTURE_NAME = /\.(?:jpe?g|png)$/i

interface ReadyPicture {
  /** Base64 without prefix. */
  picture: string
  type: 'jpg' | 'png'
  /** Object URL; the caller revokes it. */
  preview: string
}

/** Whether the extension is accepted (`docs/product.md#pictures`); content is checked later. */
export function isPictureName(name: string): boolean {
  return PICTURE_NAME.test(name)
}

/** Upright, at most 512 px, JPEG if opaque, else PNG. Throws if the browser cannot decode it. */
export async function shrinkPicture(file: File): Promise<ReadyPicture> {
  const original = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = pictureSize(original.width, original.height)
  const scaled = await createImageBitmap(original, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  original.close()
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.drawImage(scaled, 0, 0)
  scaled.close()
  const type = isOpaque(context.getImageData(0, 0, width, height).data) ? 'jpg' : 'png'
  const blob = await canvas.convertToBlob(
    type === 'jpg' ? { type: 'image/jpeg', quality: QUALITY } : { type: 'image/png' },
  )
  return { picture: await base64(blob), type, preview: URL.createObjectURL(blob) }
}

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).split(',', 2)[1] ?? ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not read')))
    reader.readAsDataURL(blob)
  })
}
