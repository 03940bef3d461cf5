import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { sample } from '../../src/contract/examples.ts'
import type { ContractDocument } from '../../src/contract/openapi/document.ts'
import type { App } from '../../harness/app.ts'
import type { State } from './contract-person.ts'

type Operation = ContractDocument['paths'][string][string]
type OperationAt = { path: string; method: string; operation: Operation; pointer: string }

export const JSON_BODY = '/content/application~1json/schema'

/** Operations of the document, with senders of their examples and validators of responses. */
export function examplesOf(document: ContractDocument) {
  const operations: OperationAt[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
      pointer: `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`,
    })),
  )
  const named = operations.map((one) => [one.operation.operationId, one] as const)

  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema(document, 'contract')
  const validators = new Map<string, ValidateFunction>()

  function faults(pointer: string, value: unknown): unknown {
    let validate = validators.get(pointer)
    if (!validate) {
      validate = ajv.compile({ $ref: `contract${encodeURI(pointer)}` })
      validators.set(pointer, validate)
    }
    return validate(value) ? null : validate.errors
  }

  const resolved = <T>(value: T | { $ref: string }): T => {
    const { $ref } = value as { $ref?: string }
    if (!$ref) return value as T
    return $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as T
  }

  /** Headers come with the example, since operations share parameters. */
  function requestOf(path: string, operation: Operation, state: State): [string, RequestInit] {
    const url = new URL(path.replace('{pictureId}', state.values.pictureId ?? ''), 'http://site')
    const headers: Record<string, string> = { ...state.headers }
    for (const parameter of operation.parameters ?? []) {
      const {
        name,
        in: place,
        example,
      } = resolved(parameter) as { name: string; in: string; example?: string | number }
      if (example === undefined) continue
      if (place === 'query') url.searchParams.set(name, String(real(example, state)))
      if (place === 'header') headers[name] = String(real(example, state))
    }
    const { accessToken } = state.values
    if (operation.security.length > 0 && accessToken)
      headers['Authorization'] = `Bearer ${accessToken}`
    const json = operation.requestBody?.content['application/json']
    if (json) headers['Content-Type'] = 'application/json'
    const body = json ? JSON.stringify(real(json.example, state)) : null
    return [`${url.pathname}${url.search}`, { headers, body }]
  }

  const operationOf = (id: string) => named.find(([name]) => name === id)![1]

  function sendExample(app: App, id: string, state: State): Promise<Response> {
    const { path, method, operation } = operationOf(id)
    const [address, init] = requestOf(path, operation, state)
    return app.fetch(address, { ...init, method })
  }

  async function expectExample(app: App, id: string, state: State): Promise<void> {
    const { operation, pointer } = operationOf(id)
    const response = await sendExample(app, id, state)
    const text = await response.clone().text()
    const [status, { content, headers }] = success(operation)
    expect(`${response.status} ${response.ok ? '' : text}`).toBe(`${status} `)
    const type = response.headers.get('Content-Type')?.split(';')[0]
    if (!content) return expect(text).toBe('')
    expect(Object.keys(content)).toContain(type)
    if (type === 'application/json') {
      expect(faults(`${pointer}/responses/${status}${JSON_BODY}`, JSON.parse(text))).toBeNull()
      const { results } = JSON.parse(text) as { results?: unknown }
      if (status === '200' && !/[mM]aintenance/.test(id)) expect(results).not.toEqual([])
    } else expect(text.length).toBeGreaterThan(50)
    expect(Object.keys(headers ?? {})).toContain('X-Request-Id')
    return expect(response.headers.get('X-Request-Id')).toMatch(/^[\w-]{22}$/)
  }

  return { operations, named, faults, resolved, requestOf, sendExample, expectExample }
}

function success({ responses }: Operation): [string, Operation['responses'][string]] {
  return Object.entries(responses).find(([status]) => Number(status) < 300)!
}

export function real<T>(value: T, { values }: State): T {
  let text = JSON.stringify(value)
  for (const [name, sampled] of Object.entries(sample))
    text = text.replaceAll(
      JSON.stringify(sampled),
      JSON.stringify(values[name as keyof typeof sample] ?? sampled),
    )
  return JSON.parse(text) as T
}
