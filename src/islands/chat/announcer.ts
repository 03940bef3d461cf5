import type { Translate } from '../../i18n/translate.ts'
import type { ShownComment } from '../../stores/comments.ts'

/** Batches a burst of comments into one announcement. */
const MIN_INTERVAL_MS = 6_000

/** Announces other people's comments: a single one in full, several by number. */
export function announcer(
  say: (text: string) => void,
  t: Translate,
): (comments: readonly ShownComment[]) => void {
  let waiting: ShownComment[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const announce = () => {
    timer = undefined
    const [first] = waiting
    if (!first) return
    say(
      waiting.length === 1
        ? `${first.userOptions.username}: ${first.text}`
        : t('commentList.several', { count: waiting.length }),
    )
    waiting = []
    timer = setTimeout(announce, MIN_INTERVAL_MS)
  }

  return (comments) => {
    waiting.push(...comments)
    timer ??= setTimeout(announce, 0)
  }
}
