import { useDesk } from './desk-context.ts'
import { focusAtMount } from './focus-at-mount.ts'

/** The two buttons at the end of a small form; a careful one begins with the way out. */
export function FormButtons(props: {
  submitText: string
  onCancel: () => void
  isCareful?: boolean
}) {
  const { t } = useDesk()
  return (
    <div className="questions-actions">
      <button className="button">{props.submitText}</button>
      <button
        type="button"
        className="button button-quiet"
        ref={props.isCareful ? focusAtMount : null}
        onClick={props.onCancel}
      >
        {t('questions.cancel')}
      </button>
    </div>
  )
}
