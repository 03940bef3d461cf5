const WEBHOOK_TIMEOUT_MS = 10_000

/**
 * `text` is the field that chat services show.
 * @throws Error when the webhook refuses or does not respond
 */
export async function callWebhook(
  name: string,
  url: string,
  body: { text: string; link: string },
): Promise<void> {
  const response = await postJson(url, body, WEBHOOK_TIMEOUT_MS)
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the ${name} webhook: status ${response.status}`)
}

/**
 * Does not follow redirects.
 * @throws as `fetch`
 */
export const postJson = (url: string, body: object, timeoutMs: number): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
