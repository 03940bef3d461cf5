import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { translate, type Messages } from '../../i18n/translate.ts'
import { $user } from '../../stores/user.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { PenIcon } from './PenIcon.tsx'
import { ProfilePicture } from './ProfilePicture.tsx'
import { UsernameDialog } from './UsernameDialog.tsx'

export default function Profile({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const isHydrated = useHydrated()
  const user = useStore($user, { ssr: 'initial' })
  const [isRenaming, setRenaming] = useState(false)
  return (
    <div className="profile">
      <ProfilePicture t={t}>
        <p className="profile-name">
          <span translate="no">{user?.username ?? '\u00a0'}</span>
          <button
            type="button"
            className="edit-icon"
            aria-label={t('profile.changeUsername')}
            disabled={!isHydrated}
            onClick={() => setRenaming(true)}
          >
            <PenIcon />
          </button>
        </p>
      </ProfilePicture>
      {isRenaming && <UsernameDialog t={t} onClose={() => setRenaming(false)} />}
    </div>
  )
}
