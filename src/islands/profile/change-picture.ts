import { isOpaque, pictureSize } from '../../domain/picture.ts'
import { errorCode, type Failure, overloadWait } from '../../api/result.ts'
import { sendPicture } from '../../api/send-picture.ts'
import { call } from '../../stores/call.ts'
import { refreshUser, reloadUser } from '../../stores/session.ts'

/** Progress of a picture change; `part` is 0 to 1. */
export type PictureStep = { step: 'preparing' | 'removing' } | Sending
type Sending = { step: 'sending'; part: number; preview: string }
export type PictureProblem = 'name' | 'unreadable' | Failure

/** Isolates process two pictures at a time and refuse more. */
const MAX_TRIES = 4

/** Returns the problem, which keeps the old picture (`docs/product.md#pictures`). */
export async function changePicture(
  file: File,
  onStep: (step: PictureStep) => void,
): Promise<PictureProblem | undefined> {
  if (!PICTURE_NAME.test(file.name)) return 'name'
  onStep({ step: 'preparing' })
  const ready = await shrinkPicture(file).catch(() => undefined)
  if (!ready) return 'unreadable'
  const { preview, type } = ready
  const body = { picture: preview.split(',')[1]!, type }
  // Refreshes an expired token first: a repeated upload would show its progress twice.
  await reloadUser()
  for (let tries = 1; ; tries++) {
    onStep({ step: 'sending', part: 0, preview })
    const result = await sendPicture(body, (part) => onStep({ step: 'sending', part, preview }))
    if (result.ok) break
    const wait = overloadWait(result)
    if (wait === undefined || tries === MAX_TRIES)
      return result.code === errorCode.dataNotAvailable ? 'unreadable' : result
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
  await refreshUser()
  return undefined
}

export async function removePicture(
  onStep: (step: PictureStep) => void,
): Promise<PictureProblem | undefined> {
  onStep({ step: 'removing' })
  const result = await call('user', 'DELETE /user/picture', {})
  if (!result.ok) return result
  await refreshUser()
  return undefined
}

const QUALITY = 0.9
/** Accepted extensions (`docs/product.md#pictures`); the content is checked later. */
const PICTURE_NAME = /\.(?:jpe?g|png)$/i

/**
 * Upright, at most 512 px, JPEG if opaque, else PNG.
 * @returns the picture as a `data:` URL
 * @throws if the browser cannot decode it
 */
async function shrinkPicture(file: File) {
  const original = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = pictureSize(original.width, original.height)
  const scaled = await createImageBitmap(original, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  original.close()
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')!
  context.drawImage(scaled, 0, 0)
  scaled.close()
  const type = isOpaque(context.getImageData(0, 0, width, height).data) ? 'jpg' : 'png'
  const preview = canvas.toDataURL(type === 'jpg' ? 'image/jpeg' : 'image/png', QUALITY)
  return { type, preview }
}
