import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { unreached } from '../../api/result.ts'
import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { crestOf } from '../../domain/crest.ts'
import { t } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { $user } from '../../stores/user.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { actionFailureText } from '../ui/failure-text.ts'
import { notify } from './Answers.tsx'
import type { PictureProblem, PictureStep } from './change-picture.ts'

type PictureScript = typeof import('./change-picture.ts')

export default function Profile() {
  const isHydrated = useHydrated()
  const user = useStore($user, { ssr: 'initial' })
  const [renaming, setRenaming] = useState<typeof import('./UsernameDialog.tsx')>()
  const [step, setStep] = useState<PictureStep>()
  const [problem, setProblem] = useState('')
  const picker = useRef<HTMLInputElement>(null)
  const isBusy = step !== undefined
  const rename = () => import('./UsernameDialog.tsx').then(setRenaming, showLoadFailure)
  const choose = (input: HTMLInputElement) => {
    const file = input.files?.[0]
    // Allows choosing the same file again after a failure.
    input.value = ''
    if (file) void change('changed', ({ changePicture }) => changePicture(file, setStep))
  }
  const remove = async () => {
    await change('removed', ({ removePicture }) => removePicture(setStep))
    // The focused button goes with the picture; the picker is enabled with the next render.
    setTimeout(() => document.activeElement === document.body && picker.current!.focus())
  }
  const change = async (
    done: 'changed' | 'removed',
    run: (script: PictureScript) => Promise<PictureProblem | undefined>,
  ) => {
    if (isBusy) return
    setProblem('')
    const failed = await import('./change-picture.ts').then(run, (): PictureProblem => unreached)
    setStep(undefined)
    if (!failed) return notify(t(`profile.${done}`))
    setProblem(
      typeof failed === 'string'
        ? t(`profile.problem.${failed}`)
        : actionFailureText(failed, `profile.problem.${done}`),
    )
  }

  const preview = step?.step === 'sending' ? step.preview : undefined
  return (
    <div className="profile">
      <div className="profile-picture">
        <img
          src={preview ?? (user ? user.pictureLink || crestOf(user.userId) : '/avatar.svg')}
          alt={t('profile.picture')}
          width="96"
          height="96"
        />
        <label className="edit-icon icon-button" aria-disabled={isBusy || undefined}>
          <Icon path={PEN} />
          <input
            ref={picker}
            type="file"
            className="visually-hidden"
            accept=".jpg,.jpeg,.png"
            aria-label={t('profile.changePicture')}
            disabled={!isHydrated || isBusy}
            onChange={(event) => choose(event.currentTarget)}
          />
        </label>
        {user?.pictureLink && (
          <button
            type="button"
            className="edit-icon icon-button remove-picture"
            aria-label={t('profile.removePicture')}
            disabled={isBusy}
            onClick={() => $dialog.set({ name: 'deletePicture', onConfirm: () => void remove() })}
          >
            <Icon path="M5.5 5.5l9 9M14.5 5.5l-9 9" />
          </button>
        )}
      </div>
      <p className="profile-name">
        {/* Another element than the empty one, whose place it does not have. */}
        <span key={user?.username} translate="no">
          {user?.username ?? '\u00a0'}
        </span>
        <button
          type="button"
          className="edit-icon icon-button"
          aria-label={t('profile.changeUsername')}
          disabled={!isHydrated}
          onClick={() => void rename()}
        >
          <Icon path={PEN} />
        </button>
      </p>
      <a className="link-button" href="/account_settings">
        {t('profile.settings')}
      </a>
      <div className="profile-status">
        <p className="field-error" role="alert">
          {problem}
        </p>
        <p role="status">{step && t(`profile.step.${step.step}`)}</p>
        {isBusy && (
          <progress
            aria-label={t(`profile.step.${step.step}`)}
            {...(step.step === 'sending' && step.part < 1 && { value: step.part })}
          />
        )}
      </div>
      {renaming && <renaming.UsernameDialog onClose={() => setRenaming(undefined)} />}
    </div>
  )
}

const PEN = 'M4 16l.75-3.5L13 4.25 15.75 7 7.5 15.25zM11.5 5.75l2.75 2.75'

const Icon = ({ path }: { path: string }) => (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
  </svg>
)
