import type { Translate } from '../../i18n/translate.ts'
import { Menu } from '../ui/Menu.tsx'

interface Props {
  t: Translate
  onShare: () => void
  onDelete: () => void
}

const dots = (
  <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
    <circle cx="4" cy="10" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="16" cy="10" r="1.5" />
  </svg>
)

/** Edit (which only closes the menu, `docs/product.md#profile`), Share, Delete. */
export const PostMenu = ({ t, onShare, onDelete }: Props) => (
  <Menu className="history-menu" label={t('history.menu')} icon={dots}>
    {(entry) => (
      <div>
        {entry(t('history.edit'), () => {})}
        {entry(t('share.answer'), onShare)}
        {entry(t('history.delete'), onDelete, 'danger')}
      </div>
    )}
  </Menu>
)
