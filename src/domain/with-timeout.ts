/**
 * `work` goes on after the timeout.
 * @throws DOMException named TimeoutError
 */
export function withTimeout<Result>(work: Promise<Result>, ms = 10_000): Promise<Result> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('took too long', 'TimeoutError')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
