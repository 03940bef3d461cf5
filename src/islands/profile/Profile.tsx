import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { setWords, t, type Messages } from '../../i18n/translate.ts'
import { $user } from '../../stores/user.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { PenIcon } from './PenIcon.tsx'
import { ProfilePicture } from './ProfilePicture.tsx'

export default function Profile({ messages }: { messages: Messages }) {
  setWords(messages)
  const isHydrated = useHydrated()
  const user = useStore($user, { ssr: 'initial' })
  const [renaming, setRenaming] = useState<typeof import('./UsernameDialog.tsx')>()
  const [problem, setProblem] = useState('')
  const rename = () =>
    import('./UsernameDialog.tsx').then(
      (dialog) => {
        setProblem('')
        setRenaming(dialog)
      },
      () => setProblem(t('profile.problem.notLoaded')),
    )
  return (
    <div className="profile">
      <ProfilePicture>
        <p className="profile-name">
          {/* Another element than the empty one, whose place it does not have. */}
          <span key={user?.username} translate="no">
            {user?.username ?? '\u00a0'}
          </span>
          <button
            type="button"
            className="edit-icon"
            aria-label={t('profile.changeUsername')}
            disabled={!isHydrated}
            onClick={() => void rename()}
          >
            <PenIcon />
          </button>
        </p>
      </ProfilePicture>
      <p className="field-error" role="alert">
        {problem}
      </p>
      {renaming && <renaming.UsernameDialog onClose={() => setRenaming(undefined)} />}
    </div>
  )
}
