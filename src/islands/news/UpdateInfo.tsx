import { closeDialog } from '../../stores/dialog.ts'
import { Dialog } from '../dialogs/Dialog.tsx'

interface Props {
  title: string
  /** One paragraph per line. */
  text: string
  ok: string
  onClose?: () => void
}

export function UpdateInfo({ title, text, ok, onClose = closeDialog }: Props) {
  return (
    <Dialog title={title} close={ok} onClose={onClose}>
      {text.split(/\n+/).map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </Dialog>
  )
}
