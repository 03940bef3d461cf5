import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deskSections } from '../../src/domain/desk-sections.ts'
import { languages } from '../../src/domain/language.ts'
import { pageRoutes, sharedRoutes } from '../../src/worker/pages/page-routes.ts'

/** The table of `docs/product.md#screens`; "any other path" is the 404 page. */
const specified = [
  '/',
  '/recent_theme',
  '/theme_details',
  '/add_post',
  '/login',
  '/signup',
  '/otp_email',
  '/signup_username',
  '/forgot_password',
  '/forgot_password/otp_email',
  '/reset_password',
  '/account_settings',
  '/email',
  '/password',
  '/gender',
  '/year_of_birth',
  '/privacy',
  '/delete_account',
  '/delete_account/otp_email',
  '/delete_account_proceed',
  '/profile',
  '/app/testPage',
  '/about',
  '/terms',
  '/privacy_policy',
  '/rules',
  '/external_transmission',
  '/contact',
]

/**
 * Beyond the table: targets of links in mails (`docs/product.md#service-contract`), muted people, and pages of the service
 * worker.
 */
const added = [
  '/email/confirm',
  '/muted',
  '/reading',
  '/suggest',
  '/notices',
  '/reminder',
  '/reminder/end',
  '/unlock_code',
  '/offline',
  '/operator',
  ...deskSections.map(({ path }) => path),
  '/request',
]

const errorPages = ['/404', '/unavailable']

const root = 'src/pages'
const files = globSync(`${root}/**/*.{astro,ts}`).filter((file) => !/\/_[^/]*$/.test(file))
const addressOf = (file: string) =>
  file
    .slice(root.length)
    .replace(/\.(?:astro|ts)$/, '')
    .replace(/^\/\[locale\]/, '')
    .replace(/\/index$/, '') || '/'

describe('pages of the specification ⇔ pages that exist', () => {
  test('every page has its file, and every file is a page', () => {
    const pages = files.filter((file) => file.includes('[locale]/')).map(addressOf)
    expect(pages.sort()).toEqual([...specified, ...added, ...errorPages].sort())
  })

  test('the gateway knows every page, and no other', () => {
    expect(Object.keys(pageRoutes).sort()).toEqual([...specified, ...added].sort())
  })

  test('files without a language are the shared ones', () => {
    const shared = files
      .filter((file) => !file.includes('[locale]/'))
      .map(addressOf)
      .flatMap((address) =>
        languages.map((language) => address.replace(/\[(?:locale|language)\]/, language)),
      )
    expect([...new Set(shared)].sort()).toEqual([...sharedRoutes].sort())
  })
})
