import { timeLeft } from '../../../domain/question-day.ts'
import { fillTimeLeft } from '../../../i18n/dates.ts'

const MINUTE = 60_000

/** The time left of the question's day, by the minute; when it is over, the new question is offered. */
class DayCountdown extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    this.#show()
    document.addEventListener('visibilitychange', () => this.#show())
    addEventListener('pageshow', () => this.#show())
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

function endDay(): void {
  document.documentElement.dataset['ended'] = ''
  for (const place of document.querySelectorAll('day-ended')) {
    const template = place.querySelector('template')
    if (template) template.replaceWith(template.content)
  }
}

customElements.define('day-countdown', DayCountdown)
