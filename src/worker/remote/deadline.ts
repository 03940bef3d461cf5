import { RemoteFault } from './fault.ts'

/** One deadline for everything that a call waits for: the connection, the headers and every part of the body. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #passed: Promise<never>
  #timer: ReturnType<typeof setTimeout> | undefined
  #endsAt = 0

  /** @param milliseconds until the deadline; `set` moves it before it passes */
  constructor(milliseconds: number) {
    this.#passed = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () =>
        reject(new RemoteFault('unreachable', 'no response in time')),
      )
    })
    this.#passed.catch(() => undefined)
    this.set(milliseconds)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Milliseconds. */
  get remaining(): number {
    return this.#endsAt - Date.now()
  }

  set(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#endsAt = Date.now() + milliseconds
    this.#timer = setTimeout(() => this.#controller.abort(), milliseconds)
  }

  clear(): void {
    clearTimeout(this.#timer)
  }

  /** @throws RemoteFault unreachable when the end comes first, whatever the other side does */
  within<Value>(waiting: Promise<Value>): Promise<Value> {
    return Promise.race([waiting, this.#passed])
  }
}
