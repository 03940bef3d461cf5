import { useRef, type FocusEvent, type KeyboardEvent } from 'react'
import type { Translate } from '../../i18n/translate.ts'

interface Props {
  t: Translate
  onDelete: () => void
}

/** Edit, which closes the menu (`product.md §2`), and Delete. */
export function PostMenu({ t, onDelete }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  const closeAndReturn = () => {
    close()
    menu.current?.querySelector('summary')?.focus()
  }
  return (
    <details
      ref={menu}
      className="journal-menu"
      onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && closeAndReturn()}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) =>
        currentTarget.contains(relatedTarget) || close()
      }
    >
      <summary aria-label={t('history.menu')}>
        <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
          <circle cx="4" cy="10" r="1.5" />
          <circle cx="10" cy="10" r="1.5" />
          <circle cx="16" cy="10" r="1.5" />
        </svg>
      </summary>
      {/* Safari focuses a pressed button only if it has a tabindex; without focus the menu would close first. */}
      <div>
        <button type="button" tabIndex={0} onClick={closeAndReturn}>
          {t('history.edit')}
        </button>
        <button
          type="button"
          className="danger"
          tabIndex={0}
          onClick={() => {
            closeAndReturn()
            onDelete()
          }}
        >
          {t('history.delete')}
        </button>
      </div>
    </details>
  )
}
