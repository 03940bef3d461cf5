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
  const signal = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)
  const response = await postJson(url, body, { signal })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the ${name} webhook: status ${response.status}`)
}

/**
 * Does not follow redirects.
 * @throws as `fetch`
 */
export function postJson(
  url: string,
  body: object,
  { signal, headers }: { signal: AbortSignal; headers?: Record<string, string> },
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal,
  })
}
