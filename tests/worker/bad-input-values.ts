import * as fc from 'fast-check'

export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  minimum?: number
  maximum?: number
  $ref?: string
}

const loneSurrogates = ['\ud800', 'a\udfffb', '\udc00\ud800', '😀\ud83d']
const oddities = [
  '',
  ' ',
  '\0',
  'a\0b',
  'a\r\nSet-Cookie: x=1',
  '\u0001\u001f\u007f\u0085\u2028',
  '\ufeff\u202e\u200b',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e999',
  '0x10',
  '９９',
  '9'.repeat(11),
  '9'.repeat(400),
  "' OR 1=1 --",
  '"; DROP TABLE user; --',
  '../../etc/passwd',
  '%00%0d%0a',
  '<script>alert(1)</script>',
  'a@b',
  '"a b"@[127.0.0.1]',
  'e\u0301'.repeat(140),
  '👩‍👩‍👧‍👦'.repeat(40),
  'x'.repeat(5_000),
]

export const oddText = fc.oneof(
  fc.constantFrom(...oddities, ...loneSurrogates),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 30 }),
)

const odd = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, -0, 1e308, 2 ** 53, -1, 0.5, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
)

function fitting(
  schema: Schema,
  field: string,
  known: Record<string, string>,
): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return objectOf(schema, known)
  if (type === 'array') return fc.array(value(schema.items ?? {}, field, known), { maxLength: 4 })
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 3000 })
  const right = known[field]
  return right === undefined
    ? fc.string({ minLength: 1, maxLength: 30 })
    : fc.oneof(fc.constant(right), oddText)
}

function value(
  schema: Schema,
  field: string,
  known: Record<string, string>,
): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: fitting(schema, field, known), weight: 4 },
    { arbitrary: odd, weight: 1 },
  )
}

function objectOf(schema: Schema, known: Record<string, string>): fc.Arbitrary<object> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([field, part]) => [field, value(part, field, known)] as const,
  )
  const whole = fc.record(Object.fromEntries(fields))
  const partly = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const more = fc
    .tuple(whole, fc.dictionary(oddText, odd, { minKeys: 1, maxKeys: 3 }))
    .map(([asked, unknown]) => ({ ...asked, ...unknown }))
  return fc.oneof({ arbitrary: whole, weight: 5 }, partly, more)
}

const nested = (depth: number, open: string, close: string) =>
  open.repeat(depth) + close.repeat(depth)

/** Malformed JSON, and JSON that matches no schema. */
const malformed = [
  '',
  '{',
  '{"a":',
  'null',
  '[]',
  '"text"',
  '0',
  'undefined',
  '{"a":1,}',
  "{'a':1}",
  '\ufeff{}',
  '{"__proto__":{"admin":true}}',
  nested(3_000, '[', ']'),
  nested(1_500, '{"a":', '}'),
  'x'.repeat(20_000),
  `{"a":"${'x'.repeat(20_000)}"}`,
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  Buffer.from('{"email":"\xff\xc0\x80"}', 'latin1'),
]

/** Bodies for a schema: mostly JSON of its shape, sometimes arbitrary. */
export function bodies(
  schema: Schema,
  known: Record<string, string>,
): fc.Arbitrary<string | Buffer> {
  return fc.oneof(
    { arbitrary: objectOf(schema, known).map((body) => JSON.stringify(body)), weight: 6 },
    { arbitrary: odd.map((body) => JSON.stringify(body) ?? ''), weight: 1 },
    { arbitrary: fc.constantFrom(...malformed), weight: 1 },
  )
}

export const contentTypes = fc.oneof(
  { arbitrary: fc.constant<string | undefined>('application/json'), weight: 8 },
  {
    arbitrary: fc.constantFrom<string | undefined>(
      undefined,
      '',
      'APPLICATION/JSON; charset=shift_jis',
      'application/json, text/html',
      'application/problem+json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'json',
      ';',
    ),
    weight: 2,
  },
)

/** Queries for a route: odd values, repeated and unknown names, broken escapes. */
export function queries(
  parameters: { name: string; schema: Schema }[],
  known: Record<string, string>,
): fc.Arbitrary<string> {
  const pair = fc.oneof(
    ...parameters.map(({ name, schema }) =>
      value(schema, name, known).map((one): [string, string] => [name, String(one)]),
    ),
    fc.tuple(oddText, oddText),
  )
  const all = fc.tuple(
    ...parameters.map(({ name, schema }) =>
      fitting(schema, name, known).map((one): [string, string] => [name, String(one)]),
    ),
  )
  const encoded = (pairs: [string, string][]) => new URLSearchParams(pairs).toString()
  return fc.oneof(
    { arbitrary: all.map((pairs) => encoded(pairs)), weight: 3 },
    {
      arbitrary: fc
        .tuple(all, fc.array(pair, { maxLength: 4 }))
        .map((pairs) => encoded(pairs.flat())),
      weight: 3,
    },
    { arbitrary: fc.array(pair, { maxLength: 3 }).map((pairs) => encoded(pairs)), weight: 1 },
    fc.constantFrom(
      '%',
      '%ff=%',
      '&&==',
      'email=%00&email[]=1',
      '?'.repeat(50),
      `q=${'a'.repeat(9_000)}`,
    ),
  )
}

export function authorizations(right: string): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { arbitrary: fc.constant<string | undefined>(right), weight: 8 },
    {
      arbitrary: fc.constantFrom<string | undefined>(
        undefined,
        '',
        'Bearer',
        'Bearer null',
        'Bearer ....',
        'Bearer a.b.9999999999.c',
        'Basic YTpi',
        `${right} x`,
        right.toLowerCase(),
        `${right.slice(0, -2)}AA`,
        right.replace('Bearer', 'bearer'),
        `Bearer ${'a'.repeat(6_000)}`,
        'Bearer \u00e9\u00ff',
      ),
      weight: 2,
    },
  )
}
