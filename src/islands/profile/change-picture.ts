import { codeOf, overloadWait, type Failure } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import { sendPicture } from '../../api/send-picture.ts'
import { refreshUser, reloadUser } from '../../stores/session.ts'
import { isPictureName, shrinkPicture } from './shrink-picture.ts'

/** Progress of a change of picture; `part` is 0 to 1. */
export type PictureStep = { step: 'preparing' } | Sending | { step: 'done' }
type Sending = { step: 'sending'; part: number; preview: string }
export type PictureProblem = 'name' | 'unreadable' | Failure

/** Busy isolates work on two pictures at a time. */
const MAX_TRIES = 4

/**
 * Shrinks the chosen file, sends it and shows it everywhere (`docs/product.md#pictures`).
 * @returns what went wrong; the former picture is kept then
 */
export async function changePicture(
  file: File,
  onStep: (step: PictureStep) => void,
): Promise<PictureProblem | undefined> {
  if (!isPictureName(file.name)) return 'name'
  onStep({ step: 'preparing' })
  const ready = await shrinkPicture(file).catch(() => undefined)
  if (!ready) return 'unreadable'
  const { preview, ...body } = ready
  try {
    // Renews an expired access token first: repeating the upload would show its progress twice.
    await reloadUser()
    for (let tries = 1; ; tries++) {
      onStep({ step: 'sending', part: 0, preview })
      const result = await sendPicture(body, (part) => onStep({ step: 'sending', part, preview }))
      if (result.ok) break
      const wait = overloadWait(result)
      if (wait === undefined || tries === MAX_TRIES)
        return isRefused(result) ? 'unreadable' : result
      await new Promise((resolve) => setTimeout(resolve, wait * 1000))
    }
    await refreshUser()
    onStep({ step: 'done' })
    return undefined
  } finally {
    URL.revokeObjectURL(preview)
  }
}

function isRefused(failure: Failure): boolean {
  return codeOf(failure) === errorCode.dataNotAvailable
}
