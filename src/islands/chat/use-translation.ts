import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { $isTranslationOn, $translationNotice } from './translation/readings.ts'

const load = () => import('./translation/translate-posts.ts')

/**
 * Reading posts in the page's language (`docs/product.md#translation-of-posts`). It loads with a press, where the switch
 * is on, and where it is not known yet whether this browser translates.
 */
export function useTranslation(t: Translate, comments: readonly ShownComment[]) {
  const isOn = useStore($isTranslationOn, { ssr: 'initial' })
  useEffect(() => {
    const { read } = document.documentElement.dataset
    $isTranslationOn.set(read === 'on')
    if (read !== 'on' && (read === 'off' || !('Translator' in globalThis))) return
    // The next change of the list tries again.
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
