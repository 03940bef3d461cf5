import { MINUTE_MS } from '../../domain/durations.ts'
import { serverNow } from '../../api/server-clock.ts'
import { TOKYO_TIMEZONE_MINUTES } from '../../domain/tokyo-time.ts'
import { timeLeft } from '../../domain/time-left.ts'
import { fillDate } from '../../i18n/date-patterns.ts'
import { fillTimeLeft } from '../../i18n/time-left.ts'
import { $isDayEnded, endDay } from '../../stores/chat.ts'

const RETRY_MS = 15_000

class DayCountdown extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    this.#showAbroad()
    this.#show()
    document.addEventListener('visibilitychange', () => this.#show())
    addEventListener('pageshow', () => this.#show())
  }

  /** The day's end in local time, outside Tokyo's time zone (`first-paint.js`). */
  #showAbroad() {
    if (!('abroad' in document.documentElement.dataset)) return
    const midnight = Number(this.dataset['end']) + 1
    const minutes = new Date(midnight).getTimezoneOffset() - TOKYO_TIMEZONE_MINUTES
    const time = fillDate(this.dataset['clock'] ?? '', midnight - minutes * MINUTE_MS)
    this.querySelector('small')!.textContent = (this.dataset['abroad'] ?? '').replace(
      '{time}',
      time,
    )
  }

  #show() {
    clearTimeout(this.#timer)
    const end = Number(this.dataset['end'])
    const now = serverNow()
    const left = timeLeft(end, now)
    const time = this.querySelector('time')!
    time.dateTime = `PT${left.hours}H${left.minutes}M`
    time.textContent = fillTimeLeft(this.dataset['pattern'] ?? '', left)
    if (now > end) return void this.#end()
    // Updates on the minutes of the day, so that it reads 0:00 at midnight.
    this.#timer = setTimeout(() => this.#show(), (end + 1 - now) % MINUTE_MS || MINUTE_MS)
  }

  /** Confirms the end with the server: the device's clock may be wrong. */
  async #end() {
    if ($isDayEnded.get()) return
    const isOver = await import('./confirm-end.ts')
      .then((script) => script.confirmEnd(Number(this.dataset['end'])))
      .catch(() => undefined)
    if (isOver) return endDay()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#show(), isOver === undefined ? RETRY_MS : 0)
  }
}

customElements.define('day-countdown', DayCountdown)
