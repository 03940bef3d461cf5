import { serviceBases, type ServiceName } from '../../src/contract/bases.ts'
import type { App } from '../app.ts'
import type { TestPerson } from '../people.ts'

export interface ServiceResponse {
  status: number
  headers: Headers
  /** `results`, or the error. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each test judges the shape it asked for
  body: any
}

/** One call of a service, `POST /report`; a GET has its input as its query. */
export async function callService(
  app: App,
  service: ServiceName,
  line: string,
  as: TestPerson | undefined,
  input: object = {},
): Promise<ServiceResponse> {
  const [method = '', path = ''] = line.split(' ')
  const isGet = method === 'GET'
  const query = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const response = await app.fetch(`${serviceBases[service]}${path}${query}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(as && { Authorization: as.authorization }),
    },
    body: isGet ? null : JSON.stringify(input),
  })
  const text = await response.text()
  const json = text === '' ? {} : JSON.parse(text)
  return { status: response.status, headers: response.headers, body: json.results ?? json }
}
