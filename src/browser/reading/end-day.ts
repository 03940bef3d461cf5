import { $isDayEnded } from '../../stores/chat.ts'

/** The question's day is over: the page says so and offers the new question; a text in the composer is kept, but can no longer be posted. */
export function endDay(): void {
  document.documentElement.dataset['ended'] = ''
  $isDayEnded.set(true)
}
