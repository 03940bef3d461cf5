import { codeOf, errorCode, type Failure, overloadWait } from '../../api/result.ts'
import { sendPicture } from '../../api/send-picture.ts'
import { refreshUser, reloadUser } from '../../stores/session.ts'
import { isPictureName, shrinkPicture } from './shrink-picture.ts'

/** Progress of a picture change; `part` is 0 to 1. */
export type PictureStep = { step: 'preparing' } | Sending | { step: 'done' }
type Sending = { step: 'sending'; part: number; preview: string }
export type PictureProblem = 'name' | 'unreadable' | Failure

/** Isolates process two pictures at a time and refuse more. */
const MAX_TRIES = 4

/** Returns the problem, which keeps the old picture (`docs/product.md#pictures`). */
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
    // Refreshes an expired token first: a repeated upload would show its progress twice.
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
