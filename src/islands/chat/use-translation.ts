import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { $isTranslationOn } from './translation/readings.ts'

const load = () => import('./translation/translate-posts.ts')

/** Loads translation on a press, when switched on, or while browser support is unknown. */
export function useTranslation(comments: readonly ShownComment[]) {
  const isOn = useStore($isTranslationOn, { ssr: 'initial' })
  useEffect(() => {
    const { read } = document.documentElement.dataset
    $isTranslationOn.set(read === 'on')
    if (read !== 'on' && (read === 'off' || !('Translator' in globalThis))) return
    // The next list change retries.
    load().then(
      ({ translation }) => translation.follow(),
      () => {},
    )
  }, [comments])
  const press = useCallback(
    (commentId: string) =>
      void load()
        .then(({ translation }) => translation.press(commentId))
        .catch(showLoadFailure),
    [],
  )
  const turn = (isOn: boolean) => {
    $isTranslationOn.set(isOn)
    load()
      .then(({ translation }) => translation.setOn(isOn))
      .catch(() => {
        $isTranslationOn.set(!isOn)
        showLoadFailure()
      })
  }
  return { isOn, press, turn }
}
