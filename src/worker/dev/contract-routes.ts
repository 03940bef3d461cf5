import { Hono } from 'hono'
import type { ServiceBindings } from '../http/service.ts'
import { siteOrigin } from '../http/site-origin.ts'
import { contractPage } from './contract-page.ts'
import { onlyInDevelopment } from './only-in-development.ts'
import { styleSources } from '../http/csp-hash.ts'
import { localize } from '../pages/locale.ts'
import { openApiDocument } from './openapi.ts'

/** `/dev/contract`: the contract to read. */
export const contractRoutes = new Hono<ServiceBindings>({ strict: false }).get(
  '/contract',
  onlyInDevelopment,
  async (c) => {
    const { language } = localize('/', c.req.header('Cookie') ?? null)
    const page = contractPage(language, openApiDocument(siteOrigin(c.env, c.req.url)))
    const styles = await styleSources([page])
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src ${styles}; base-uri 'none'; form-action 'none'`,
    )
    return c.html(page)
  },
)
