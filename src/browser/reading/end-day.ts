import { $isDayEnded } from '../../stores/chat.ts'

/** Ends the day: offers the new question; the composer keeps its text but cannot post. */
export function endDay(): void {
  document.documentElement.dataset['ended'] = ''
  $isDayEnded.set(true)
}
