import { timeLeft } from '../../domain/question-day.ts'
import { fillDate, fillTimeLeft } from '../../i18n/date-patterns.ts'
import { endDay } from './end-day.ts'

const MINUTE = 60_000
/** `getTimezoneOffset()` in Tokyo, minutes. */
const TOKYO_TIMEZONE = -540

/** The time left of the question's day, by the minute; when it is over, the new question is offered. */
class DayCountdown extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    this.#showAbroad()
    this.#show()
    document.addEventListener('visibilitychange', () => this.#show())
    addEventListener('pageshow', () => this.#show())
  }

  /** When the day ends by the visitor's own clock, where that is not Tokyo's (`first-paint.js`). */
  #showAbroad() {
    if (!('abroad' in document.documentElement.dataset)) return
    const midnight = Number(this.dataset['end']) + 1
    const minutes = new Date(midnight).getTimezoneOffset() - TOKYO_TIMEZONE
    const time = fillDate(this.dataset['clock'] ?? '', midnight - minutes * MINUTE)
    const place = this.querySelector('small')!
    place.textContent = (this.dataset['abroad'] ?? '').replace('{time}', time)
  }

  #show() {
    clearTimeout(this.#timer)
    const end = Number(this.dataset['end'])
    const now = Date.now()
    const left = timeLeft(end, now)
    const time = this.querySelector('time')!
    time.dateTime = `PT${left.hours}H${left.minutes}M`
    time.textContent = fillTimeLeft(this.dataset['pattern'] ?? '', left)
    if (now > end) return endDay()
    // The figure changes on the minutes of the day, so that it reads 0:00 at midnight.
    this.#timer = setTimeout(() => this.#show(), (end + 1 - now) % MINUTE || MINUTE)
  }
}

customElements.define('day-countdown', DayCountdown)
