import { isOpaque, pictureSize } from '../../domain/picture.ts'

const QUALITY = 0.9
const PICTURE_NAME = /\.(?:jpe?g|png)$/i

interface ReadyPicture {
  /** Base64, without a prefix. */
  picture: string
  type: 'jpg' | 'png'
  /** Object URL of the picture; the caller revokes it. */
  preview: string
}

/** Whether a file's name has an accepted ending (`docs/product.md#pictures`); its content is checked later. */
export function isPictureName(name: string): boolean {
  return PICTURE_NAME.test(name)
}

/**
 * The picture as it is sent: upright, at most 512 pixels on the longer side, JPEG when opaque and PNG when not.
 * @throws when the browser cannot read the file as a picture
 */
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
