import type { ComponentProps } from 'react'
import { Dialog } from '../dialogs/Dialog.tsx'

interface Props extends ComponentProps<typeof Dialog> {
  /** One paragraph per line. */
  text: string
}

export function UpdateInfo({ text, ...dialog }: Props) {
  return (
    <Dialog {...dialog}>
      {text.split(/\n+/).map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </Dialog>
  )
}
