import { Hono } from 'hono'
import { siteLinkNames } from '../../domain/site-links.ts'
import { config } from '../config/config.ts'
import type { GatewayBindings } from '../http/service.ts'
import { page } from './pages.ts'

/** `/go/<name>`: the menus' links, which lead where the operator's settings say (`docs/product.md#navigation`). */
export const siteLinkRoutes = new Hono<GatewayBindings>({ strict: false }).get(
  '/:name',
  async (c) => {
    const name = siteLinkNames.find((known) => known === c.req.param('name'))
    if (!name) return page(c)
    c.header('Cache-Control', 'no-cache')
    return c.redirect(config(c.env).links[name], 302)
  },
)
