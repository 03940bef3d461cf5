import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterLogin } from '../../src/browser/account/entry.ts'

const origin = 'https://ichimon.example'
const next = (value: string) => afterLogin(`?${new URLSearchParams({ next: value })}`, origin)

it('the page after a login is the home page when none was requested', () => {
  expect(afterLogin('', origin)).toBe('/')
  expect(next('')).toBe('/')
})

it('the page after a login is the page that led to the login, with its query and fragment', () => {
  expect(next('/theme_details?themeID=a_b#last')).toBe('/theme_details?themeID=a_b#last')
})

it.each([
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/\t/elsewhere.example',
  'http://ichimon.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://ichimon.example@elsewhere.example/',
  'https://[',
  '/.//elsewhere.example',
  '/%2e//elsewhere.example',
  '/x/..//elsewhere.example',
  '/.\\\\elsewhere.example',
  'https://ichimon.example//elsewhere.example',
])('the page after a login is home instead of %j', (value) => {
  expect(next(value)).toBe('/')
})

it('the page after a login never leaves this site, whatever is requested', () => {
  const hostile = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string(),
    fc.string().map((text) => `/${text}`),
    fc.string().map((text) => `//${text}`),
    fc.string().map((text) => `/\\${text}`),
    fc.array(fc.constantFrom('/', '\\', '.', '%2e', 'x')).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(hostile, (value) => {
      const path = next(value)
      expect(path.startsWith('/')).toBe(true)
      expect(new URL(path, origin).origin).toBe(origin)
    }),
    { numRuns: 2000 },
  )
})
