import { ID } from '../../domain/id.ts'
import { EPOCH_SECONDS } from '../../contract/fields.ts'
import { deskSections } from '../../domain/desk-sections.ts'
import { documentPaths } from '../../domain/legal-pages.ts'
import { languages, wordsPath } from '../../domain/language.ts'

/**
 * Pages of `docs/product.md#screens` by public path. Rendered pages are made on demand and cached briefly; others are
 * built once per language. Only declared parameters reach a rendered page, so that no other can split or poison the
 * cache. Indexed pages may be listed by search engines; uncached ones are `no-store`.
 */
export type PageRoute =
  | {
      kind: 'built'
      /** Redirects guests to the login. */
      isForPeople?: boolean
      isPrivate?: boolean
      isIndexed?: boolean
      isUncached?: boolean
    }
  | { kind: 'rendered'; parameters: Record<string, RegExp>; isDaily: boolean }

export const pageRoutes: Record<string, PageRoute> = {
  '/': { kind: 'rendered', parameters: {}, isDaily: true },
  '/recent_theme': {
    kind: 'rendered',
    parameters: { lessPreviewAt: EPOCH_SECONDS },
    isDaily: true,
  },
  '/theme_details': {
    kind: 'rendered',
    parameters: { themeID: ID, commentsBefore: ID },
    isDaily: false,
  },
  '/add_post': { kind: 'rendered', parameters: { themeID: ID }, isDaily: true },
  ...Object.fromEntries(
    documentPaths.map((path) => [path, { kind: 'rendered', parameters: {}, isDaily: false }]),
  ),
  '/login': { kind: 'built', isIndexed: true },
  '/signup': { kind: 'built', isIndexed: true },
  '/otp_email': { kind: 'built' },
  '/signup_username': { kind: 'built', isForPeople: true },
  '/forgot_password': { kind: 'built', isIndexed: true },
  '/forgot_password/otp_email': { kind: 'built' },
  '/reset_password': { kind: 'built', isPrivate: true },
  '/account_settings': { kind: 'built', isForPeople: true },
  '/email': { kind: 'built', isForPeople: true },
  '/email/confirm': { kind: 'built', isForPeople: true, isPrivate: true },
  '/password': { kind: 'built', isForPeople: true },
  '/passkeys': { kind: 'built', isForPeople: true },
  '/sessions': { kind: 'built', isForPeople: true },
  '/gender': { kind: 'built', isForPeople: true },
  '/year_of_birth': { kind: 'built', isForPeople: true },
  '/muted': { kind: 'built', isForPeople: true },
  '/reading': { kind: 'built', isForPeople: true },
  '/suggest': { kind: 'built', isForPeople: true },
  '/notices': { kind: 'built', isForPeople: true },
  '/privacy': { kind: 'built', isForPeople: true },
  '/reminder': { kind: 'built', isForPeople: true },
  '/reminder/end': { kind: 'built', isPrivate: true },
  '/profile': { kind: 'built', isForPeople: true },
  '/delete_account': { kind: 'built', isForPeople: true },
  '/delete_account/otp_email': { kind: 'built', isForPeople: true },
  '/delete_account_proceed': { kind: 'built', isForPeople: true, isPrivate: true },
  '/unlock_code': { kind: 'built', isPrivate: true },
  '/secure_account': { kind: 'built', isPrivate: true },
  '/request': { kind: 'built', isIndexed: true },
  ...Object.fromEntries(
    deskSections.map(({ path }) => [
      path,
      { kind: 'built', isForPeople: true, isPrivate: true, isUncached: true },
    ]),
  ),
  '/app/testPage': { kind: 'built' },
  // The service worker shows it at any address, so its links drop the query.
  '/offline': { kind: 'built', isPrivate: true },
}

/** Files shared by all readers and languages; in production built ones never reach the worker. */
export const sharedRoutes = [
  '/robots.txt',
  '/sitemap.xml',
  ...languages.flatMap((language) => [
    `/feed/${language}.xml`,
    `/manifest.${language}.webmanifest`,
    wordsPath(language),
  ]),
]
