import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { sample } from '../src/contract/examples.ts'
import { shown } from './examples.ts'
import type { Comment } from '../src/contract/schemas.ts'
import Chat, { type ChatProps } from '../src/islands/chat/Chat.tsx'
import { DialogHost } from '../src/islands/dialogs/DialogHost.tsx'
import { $chat, $isDayEnded, $postNotice } from '../src/stores/chat.ts'
import { $comments, $counts, type ShownComment } from '../src/stores/comments.ts'
import { composerDraft } from '../src/stores/composer-draft.ts'
import { $dialog } from '../src/stores/dialog.ts'
import { clearWriter, writeDraft, type Draft } from '../src/stores/draft.ts'
import { $user } from '../src/stores/user.ts'
import { calls, show, t } from './island.tsx'

export const { questionId } = sample

let posted = 0
/** What the server answers to a post of this text. */
export const postOf = (text: string, more: Partial<Comment> = {}): Comment => ({
  ...shown.comment,
  commentId: `${sample.commentId.slice(0, -3)}${100 + ++posted}`,
  text,
  ...more,
})
export const byOthers = (text: string) => postOf(text, { userId: sample.mutedUserId })

/** A fresh page of the question; call before each test. */
export function resetChat(): void {
  calls
    .on('comment', 'GET /comment', [])
    .on('comment', 'GET /comment/echo', [])
    .on('comment', 'POST /comment', ({ text }) => [postOf(text)])
  clearWriter()
  for (const store of [$chat, $dialog, $postNotice]) store.set(undefined)
  $isDayEnded.set(false)
  $comments.set([])
  $counts.set({ all: 0 })
  const { dataset } = document.documentElement
  for (const name of ['limitReached', 'ended', 'alone']) delete dataset[name]
}

interface Shown extends Partial<ChatProps> {
  comments?: ShownComment[]
  draft?: Draft
}

export const props: ChatProps = { part: 'home', questionId, language: 'ja', brushStroke: '' }

/** A person's page has asked for what is theirs. */
export async function isAsked(): Promise<void> {
  if (!$user.get()) return
  for (const call of ['GET /comment', 'GET /comment/echo'])
    await waitFor(() => expect(calls.inputs(call)).not.toEqual([]))
}

/** The chat of a page that has just been opened, and the dialogs. */
export async function showChat(opening: Shown = {}): Promise<UserEvent> {
  const { comments = [], draft, ...more } = opening
  if (draft) writeDraft(questionId, draft)
  composerDraft(questionId).read()
  $comments.set(comments)
  const user = show(
    <>
      <h1 id="question">{shown.question.text}</h1>
      <Chat {...props} {...more} />
      <DialogHost />
    </>,
  )
  await isAsked()
  return user
}

export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
export const post = () => screen.getByRole('button', { name: t('composer.post') })
/** Types a text, and posts it by the button. */
export async function send(user: UserEvent, text: string): Promise<void> {
  await user.type(field(), text)
  await user.click(post())
}
export const text = (selector: string) => document.querySelector(selector)?.textContent
export const note = () => text('.composer-note')
export const count = () => text('#post-count')
export const ownTexts = () =>
  [...document.querySelectorAll('.comments > [data-own] .text')].map((one) => one.textContent)
export const sentTexts = () => calls.inputs('POST /comment').map((input) => input['text'])
