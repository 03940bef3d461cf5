import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { $isTranslationOn, $translationNotice } from './translation/readings.ts'

const load = () => import('./translation/translate-posts.ts')

/**
 * Translation of posts (`docs/product.md#translation-of-posts`), loaded on a press, when switched
 * on, or while browser support is unknown.
 */
export function useTranslation(t: Translate, comments: readonly ShownComment[]) {
  const isOn = useStore($isTranslationOn, { ssr: 'initial' })
  useEffect(() => {
    const { read } = document.documentElement.dataset
    $isTranslationOn.set(read === 'on')
    if (read !== 'on' && (read === 'off' || !('Translator' in globalThis))) return
    // The next list change retries.
    load().then(
      (script) => script.followTranslation(t),
      () => {},
    )
  }, [t, comments])
  const press = useCallback(
    (commentId: string) =>
      void load()
        .then((script) => script.pressTranslation(t, commentId))
        .catch(showLoadFailure),
    [t],
  )
  const turn = (isOn: boolean) => {
    $isTranslationOn.set(isOn)
    load()
      .then((script) => script.switchTranslation(t, isOn))
      .catch(() => {
        $isTranslationOn.set(!isOn)
        showLoadFailure()
      })
  }
  return { isOn, press, turn, $notice: $translationNotice }
}
