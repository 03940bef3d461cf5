export interface ApiRequest {
  /** `GET /d1/database`, without the account prefix. */
  line: string
  query: URLSearchParams
  contentType: string
  bytes: Buffer
}

export class ApiFailure extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const matcher =
  ({ line }: ApiRequest) =>
  (pattern: RegExp): string[] | undefined =>
    pattern.exec(line)?.slice(1).map(decodeURIComponent)

export const jsonOf = <Body = Record<string, string>>({ bytes }: ApiRequest): Body =>
  JSON.parse(bytes.toString()) as Body
