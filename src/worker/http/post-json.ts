interface Options {
  signal: AbortSignal
  headers?: Record<string, string>
}

/** Posts JSON to another site, which cannot redirect the request. @throws what `fetch` throws */
export function postJson(
  url: string,
  body: object,
  { signal, headers }: Options,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal,
  })
}
