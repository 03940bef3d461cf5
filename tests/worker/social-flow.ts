/** A browser's part in a popup sign-in over HTTP: cookies by host, manual redirects. */
export class CookieJar {
  readonly #cookies = new Map<string, { value: string; path: string }>()

  /** `fetch` with the jar's cookies; does not follow redirects. */
  async fetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address)
    const headers = new Headers(init.headers)
    headers.set('Cookie', this.header(url))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) this.#keep(url, cookie)
    return response
  }

  header(url: URL): string {
    return Array.from(this.#cookies, ([key, { value, path }]) => ({ key, value, path }))
      .filter(({ key, path }) => key.startsWith(`${url.host} `) && url.pathname.startsWith(path))
      .map(({ key, value }) => `${key.split(' ')[1]}=${value}`)
      .join('; ')
  }

  set(url: URL, name: string, value: string): void {
    this.#cookies.set(`${url.host} ${name}`, { value, path: '/' })
  }

  #keep(url: URL, cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ')
    const [name = '', ...value] = pair.split('=')
    const named = (attribute: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${attribute}=`))?.split('=')[1]
    const isOver =
      named('max-age') === '0' || new Date(named('expires') ?? '2999-01-01') < new Date()
    if (isOver) this.#cookies.delete(`${url.host} ${name}`)
    else
      this.#cookies.set(`${url.host} ${name}`, {
        value: value.join('='),
        path: named('path') ?? '/',
      })
  }
}

interface Handed {
  mode: string
  attempt: string
  idToken?: string
  error?: string
}

export async function handedOver(response: Response): Promise<Handed> {
  const page = await response.text()
  const json = /data-result="([^"]*)"/.exec(page)?.[1]?.replaceAll('&quot;', '"')
  if (!json) throw new Error(`no result in: ${page}`)
  return JSON.parse(json) as Handed
}

/** The callback's address after a choice on the provider's page. */
export async function choose(
  jar: CookieJar,
  start: string,
  choice: Record<string, string>,
): Promise<URL> {
  const started = await jar.fetch(start)
  if (started.status !== 302) throw new Error(`no redirect but ${started.status}`)
  let url = new URL(started.headers.get('Location') ?? '')
  const { host } = url
  const asked = await jar.fetch(url)
  url = new URL(asked.headers.get('Location') ?? '', url)
  let init: RequestInit = { method: 'POST', body: new URLSearchParams(choice) }
  while (url.host === host) {
    const response = await jar.fetch(url, init)
    const location = response.headers.get('Location')
    if (!location) throw new Error(`the provider stopped at ${url.pathname}: ${response.status}`)
    url = new URL(location, url)
    init = {}
  }
  return url
}
