import { MINUTE_MS } from '../../domain/durations.ts'
import { questionPath } from '../../domain/question.ts'
import type { Translate } from '../../i18n/translate.ts'
import { loadMessages } from '../../stores/messages.ts'
import { $user } from '../../stores/user.ts'
import { loadStyles } from '../dialogs/on-demand-styles.ts'
import { openModal } from '../dialogs/open-modal.ts'
import { element } from '../returning/element.ts'
import { drawPicture, imageOf } from './draw-picture.ts'

interface ToShare {
  questionId: string
  question: string
  answer?: string
}

const FILE_NAME = 'ichimon.png'

/** Letters of other scripts of which a text may have so large a part and still be vertical. */
const MAX_FOREIGN = 0.3
const FOREIGN = /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])\p{L}/gu

const isMostlyForeign = (text: string) =>
  (text.match(FOREIGN)?.length ?? 0) > MAX_FOREIGN * text.length

/**
 * Shows a question's card, with one's own answer where there is one, as a picture to share, save or copy
 * (`docs/product.md#sharing`). The answer is added in the browser and not sent.
 */
export async function openShareDialog({ questionId, question, answer }: ToShare): Promise<void> {
  const { lang } = document.documentElement
  const [t, card] = await Promise.all([
    loadMessages(),
    imageOf(`/card/${questionId}/${lang}.png`),
    loadStyles(),
  ])
  const words = [question, answer].filter(Boolean).join('\n')
  const canvas = element('canvas', { role: 'img', ariaLabel: words })
  canvas.style.inlineSize = '100%'
  canvas.style.maxBlockSize = '55dvh'
  canvas.style.objectFit = 'contain'
  const name = element('input', { type: 'checkbox' })
  const draw = () =>
    drawPicture(canvas, {
      card,
      ...(answer !== undefined && { answer }),
      isUpright: lang === 'ja' && !isMostlyForeign(answer ?? ''),
      ...(name.checked && { name: $user.get()?.username ?? '' }),
    })
  name.addEventListener('change', () => void draw())
  await draw()
  const status = element('p', { role: 'status', className: 'field-hint' })
  const dialog = element('dialog', { className: 'dialog', ariaLabel: t('share.title') }, [
    element('h2', { textContent: t('share.title') }),
    canvas,
    ...(answer === undefined
      ? []
      : [
          element('label', { className: 'checkbox' }, [
            name,
            element('span', { textContent: t('share.withName') }),
          ]),
        ]),
    status,
  ])
  dialog.setAttribute('closedby', 'any')
  dialog.appendChild(
    actionsOf(t, dialog, canvas, status, location.origin + questionPath(questionId)),
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.appendChild(dialog)
  openModal(dialog)
}

const fileOf = async (canvas: HTMLCanvasElement): Promise<File> => {
  const blob = await blobOf(canvas)
  return new File([blob], FILE_NAME, { type: blob.type })
}

const blobOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })

function actionsOf(
  t: Translate,
  dialog: HTMLDialogElement,
  canvas: HTMLCanvasElement,
  status: HTMLElement,
  url: string,
): HTMLElement {
  const actions = element('div', { className: 'dialog-actions' })
  const add = (label: string, run: () => Promise<string | void>, className = 'button-quiet') => {
    const button = element('button', { type: 'button', textContent: label })
    button.className = `button ${className}`
    button.addEventListener('click', () => {
      status.textContent = ''
      run()
        .then((message) => {
          status.textContent = message ?? ''
        })
        // Closing the system's own dialog is no failure.
        .catch((error: Error) => {
          if (error.name !== 'AbortError') status.textContent = t('share.failed')
        })
    })
    actions.appendChild(button)
  }
  add(t('share.close'), async () => dialog.close())
  if (typeof ClipboardItem === 'function' && 'clipboard' in navigator)
    add(t('share.copy'), async () => {
      // Safari wants the promise itself, within the press.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blobOf(canvas) })])
      return t('share.copied')
    })
  add(t('share.save'), async () => {
    const link = element('a', { href: URL.createObjectURL(await blobOf(canvas)) })
    link.download = FILE_NAME
    link.click()
    // The browser reads the file after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS)
  })
  const probe = { files: [new File([''], FILE_NAME, { type: 'image/png' })] }
  if (navigator.canShare?.(probe))
    add(t('share.share'), async () => navigator.share({ files: [await fileOf(canvas)], url }), '')
  return actions
}
