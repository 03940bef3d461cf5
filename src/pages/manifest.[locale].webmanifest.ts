import type { APIRoute } from 'astro'
import { languageOf } from '../domain/language.ts'
import { translator } from '../i18n/server.ts'

export { getStaticPaths } from '../i18n/locale-paths.ts'

/** Light `--paper`; each page's `theme-color` follows the colour scheme. */
const PAPER = '#fbfaf5'

const icon = (src: string, size: number, purpose: string) => ({
  src: `/icons/${src}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** `start_url` has no language, since it would be stored at every start; the stored choice decides. */
export const GET: APIRoute = ({ params }) => {
  const language = languageOf(params['locale'])
  const t = translator(language)
  const manifest = {
    id: '/',
    start_url: '/',
    scope: '/',
    lang: language,
    dir: 'ltr',
    name: t('site.name'),
    short_name: t('site.name'),
    description: t('site.description'),
    display: 'standalone',
    theme_color: PAPER,
    background_color: PAPER,
    categories: ['social', 'lifestyle'],
    icons: [
      icon('any-192', 192, 'any'),
      icon('any-512', 512, 'any'),
      icon('maskable-512', 512, 'maskable'),
      icon('monochrome-512', 512, 'monochrome'),
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts: [
      { name: t('navigation.recent'), url: '/recent_theme' },
      { name: t('navigation.profile'), url: '/profile' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8' },
  })
}
