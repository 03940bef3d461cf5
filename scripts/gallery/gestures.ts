import type { Page, Route } from 'playwright-core'

export const press = (page: Page, selector: string) => page.locator(selector).first().click()
export const submit = (page: Page) => press(page, 'form [type="submit"]')
export const never = (_: Route) => new Promise<void>(() => {})
