import { useEffect, useRef } from 'react'
import type { Translate } from '../../i18n/translate.ts'

interface Props {
  t: Translate
  onShare: () => void
  onDelete: () => void
}

/** Edit (which only closes the menu, `docs/product.md#profile`), Share, Delete. */
export function PostMenu({ t, onShare, onDelete }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = menu.current
    if (!element) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && closeAndReturn(element)
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (!element.contains(relatedTarget as Node | null)) element.open = false
    }
    element.addEventListener('keydown', onKey)
    element.addEventListener('focusout', onLeave)
    return () => {
      element.removeEventListener('keydown', onKey)
      element.removeEventListener('focusout', onLeave)
    }
  }, [])
  return (
    <details ref={menu} className="history-menu">
      <summary aria-label={t('history.menu')}>
        <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
          <circle cx="4" cy="10" r="1.5" />
          <circle cx="10" cy="10" r="1.5" />
          <circle cx="16" cy="10" r="1.5" />
        </svg>
      </summary>
      {/* Safari focuses a pressed button only if it has a tabindex; without focus the menu would close first. */}
      <div>
        <button type="button" tabIndex={0} onClick={() => closeAndReturn(menu.current)}>
          {t('history.edit')}
        </button>
        <button
          type="button"
          tabIndex={0}
          onClick={() => {
            closeAndReturn(menu.current)
            onShare()
          }}
        >
          {t('share.answer')}
        </button>
        <button
          type="button"
          className="danger"
          tabIndex={0}
          onClick={() => {
            closeAndReturn(menu.current)
            onDelete()
          }}
        >
          {t('history.delete')}
        </button>
      </div>
    </details>
  )
}

function closeAndReturn(menu: HTMLDetailsElement | null): void {
  if (!menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}
