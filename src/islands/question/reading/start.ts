import './day-countdown.ts'
import './question-chat.ts'
import './question-composer.ts'
import { stored } from '../../../api/storage.ts'
import { whenIdle } from './when-idle.ts'

// Back links lead one step back in the history when the step before was one of ours.
document.addEventListener('click', (event) => {
  const isBack = event.target instanceof Element && event.target.closest('[data-back]')
  if (!isBack || history.length < 2 || !document.referrer.startsWith(`${location.origin}/`)) return
  event.preventDefault()
  history.back()
})

// Tokens without user info: signed in, but the user could not be fetched then.
if ('signedIn' in document.documentElement.dataset || stored('AccessToken')) {
  whenIdle(
    () => void import('../../../stores/session.ts').then((session) => session.startSession()),
  )
}
