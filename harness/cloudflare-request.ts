/** A request to the API, read. */
export interface ApiRequest {
  /** `GET /d1/database`, without the account. */
  line: string
  query: URLSearchParams
  contentType: string
  bytes: Buffer
}

/** A failure as Cloudflare's API words it. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The parts of a request's line that the groups of a pattern match; `undefined` where it does not match. */
export const matcher =
  ({ line }: ApiRequest) =>
  (pattern: RegExp): string[] | undefined =>
    pattern.exec(line)?.slice(1).map(decodeURIComponent)

export const jsonOf = <Body = Record<string, string>>({ bytes }: ApiRequest): Body =>
  JSON.parse(bytes.toString()) as Body
