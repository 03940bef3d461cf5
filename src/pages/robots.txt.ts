import type { APIRoute } from 'astro'

export const prerender = false

export const GET: APIRoute = ({ url }) =>
  new Response(
    `User-agent: *
Disallow: /service/
Disallow: /picture/

Sitemap: ${url.origin}/sitemap.xml
`,
    {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'public, max-age=86400',
      },
    },
  )
