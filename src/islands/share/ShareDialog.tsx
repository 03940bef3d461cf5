import { useEffect, useRef, useState } from 'react'
import { drawPicture, imageOf } from './draw-picture.ts'
import { saveFile } from '../../browser/save-file.ts'
import { questionPath } from '../../domain/question.ts'
import { t } from '../../i18n/translate.ts'
import type { SharedQuestion } from '../../stores/dialog.ts'
import { $user } from '../../stores/user.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { useListener } from '../ui/use-listener.ts'

interface Props {
  shared: SharedQuestion
  card: HTMLImageElement
}

const PRIMARY = { className: 'button' }
const PLACES = { display: 'flex', justifyContent: 'space-between' }

/** Maximum share of letters of other scripts for vertical text. */
const MAX_FOREIGN = 0.3
const FOREIGN = /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])\p{L}/gu

const isMostlyForeign = (text: string) =>
  (text.match(FOREIGN)?.length ?? 0) > MAX_FOREIGN * text.length

export const cardOf = (questionId: string): Promise<HTMLImageElement> =>
  imageOf(`/card/${questionId}/${document.documentElement.lang}.png`)

/** The answer is drawn in the browser and never sent (`docs/product.md#sharing`). */
export default function ShareDialog({ shared, card }: Props) {
  const { questionId, question, answer, commentId } = shared
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNamed, setNamed] = useState(false)
  const [status, say] = useState('')
  useEffect(() => {
    drawPicture(canvas.current!, {
      card,
      isUpright: document.documentElement.lang === 'ja' && !isMostlyForeign(answer ?? ''),
      ...(answer !== undefined && { answer }),
      ...(isNamed && { name: $user.get()?.username ?? '' }),
    }).catch(() => say(t('share.failed')))
  }, [card, answer, isNamed])
  const endStatus = () => say('')
  useListener('pointerdown', endStatus)
  useListener('keydown', endStatus)

  const address = location.origin + questionPath(questionId)
  const date = shared.date ?? document.querySelector<HTMLTimeElement>('time.date')?.dateTime
  const fileName = `ichimon-${date?.slice(0, 10)}.png`
  const blob = () => blobOf(canvas.current!)
  const copy = async () => {
    // Safari requires the promise itself, within the press.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob() })])
    return t('share.copied')
  }
  const save = async () => {
    saveFile(await blob(), fileName)
    return t('share.saved')
  }
  const share = async () => {
    const files = [new File([await blob()], fileName, { type: 'image/png' })]
    await navigator.share({ files, url: address })
  }
  const canShare = 'share' in navigator
  const copyLink = async (url = address) => {
    await navigator.clipboard.writeText(url)
    return t('share.linkCopied')
  }
  const ask = async () => {
    const url = `${address}#you~${commentId}`
    return canShare ? navigator.share({ text: t('share.askText'), url }) : copyLink(url)
  }
  const places = placesOf(question, address)
  const probe = { files: [new File([''], fileName, { type: 'image/png' })] }
  const canSend = navigator.canShare?.(probe)
  const canCopy = typeof ClipboardItem === 'function' && 'clipboard' in navigator
  return (
    <Dialog
      title={t('share.title')}
      close={t('dialog.close')}
      action={
        <>
          {canCopy && <Action label={t('share.copy')} run={copy} say={say} />}
          <Action label={t('share.save')} run={save} say={say} {...(!canSend && PRIMARY)} />
          {canSend && <Action label={t('share.title')} run={share} say={say} {...PRIMARY} />}
          <output className="page-notice" style={{ position: 'absolute', inset: 'auto 0 100%' }}>
            {status}
          </output>
        </>
      }
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={[question, answer].filter(Boolean).join('\n')}
        style={{ inlineSize: '100%', maxBlockSize: '28dvh', objectFit: 'contain' }}
      />
      {!canShare && (
        <div>
          <Action
            label={t('share.copyLink')}
            run={() => copyLink()}
            say={say}
            className="link-button"
          />
          <p style={PLACES}>
            {Object.entries(places).map(([at, href]) => (
              <a
                className="link-button"
                style={{ justifyContent: 'center' }}
                key={at}
                {...{ href, target: '_blank', rel: 'noopener' }}
              >
                {at}
              </a>
            ))}
          </p>
        </div>
      )}
      {answer !== undefined && (
        <label className="checkbox">
          <input type="checkbox" onChange={({ target }) => setNamed(target.checked)} />
          <span>{t('share.withName')}</span>
        </label>
      )}
      {commentId && (
        <div>
          <Action label={t('share.ask')} run={ask} say={say} className="link-button" />
          <p className="field-hint">{t('share.askHint')}</p>
        </div>
      )}
    </Dialog>
  )
}

/** Addresses of pages that share, where the system has no dialog. */
function placesOf(text: string, url: string): Record<string, string> {
  const query = (entries: Record<string, string>) => new URLSearchParams(entries)
  return {
    LINE: `https://social-plugins.line.me/lineit/share?${query({ url })}`,
    X: `https://x.com/intent/post?${query({ text, url })}`,
    Bluesky: `https://bsky.app/intent/compose?${query({ text: `${text} ${url}` })}`,
    [t('share.hatena')]: `https://b.hatena.ne.jp/entry/panel/?${query({ url })}`,
  }
}

interface ActionProps {
  label: string
  run: () => Promise<string | void>
  say: (status: string) => void
  className?: string
}

function Action({ label, run, say, className = 'button button-quiet' }: ActionProps) {
  const press = () =>
    run().then(
      (done) => say(done ?? ''),
      // Closing the system's dialog is no failure.
      ({ name }: Error) => name !== 'AbortError' && say(t('share.failed')),
    )
  return (
    <button type="button" className={className} onClick={() => void press()}>
      {label}
    </button>
  )
}

const blobOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
