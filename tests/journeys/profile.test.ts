import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { decode, phonePhoto, png, svg } from '../worker/picture-files.ts'
import { crestOf } from '../../src/domain/crest.ts'
import { hold } from '../../harness/steps/reading-steps.ts'
import { stored, t } from '../../harness/steps/account-steps.ts'

const app = await sharedApp()
const test = journey(app, { allows: /ERR_FAILED/ })

const file = (name: string, buffer: Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
})
const picture = (page: Page) => page.locator('.profile-picture img').getAttribute('src')

test('a phone photo is shown upright, small and without its location; what fails leaves it', async ({
  signedIn,
}) => {
  const { page, person } = await signedIn()
  const choose = page.getByLabel(t('profile.changePicture'))
  await page.goto('/profile')
  await expect.poll(() => choose.isEnabled()).toBe(true)
  // Nothing that fails before it is sent says this failure.
  await page.route('**/user/picture', (route) => route.abort())
  await choose.setInputFiles(file('drawing.png', svg))
  await page.getByText(t('profile.problem.unreadable')).waitFor()
  await choose.setInputFiles(file('animation.gif', svg))
  await page.getByText(t('profile.problem.name')).waitFor()
  await choose.setInputFiles(file('photo.jpeg', await phonePhoto(80, 60, 1)))
  await page.getByText(t('profile.problem.changed')).waitFor()
  expect(await picture(page)).toBe(crestOf(person.userId))
  await page.unroute('**/user/picture')
  // The settings lead back to the journal.
  await page.getByRole('link', { name: t('profile.settings'), exact: true }).click()
  await page.waitForURL('**/account_settings')
  await page.getByRole('link', { name: t('form.back') }).click()
  await page.waitForURL('**/profile')
  await expect.poll(() => choose.isEnabled()).toBe(true)

  const icon = page.locator('.profile-picture .edit-icon')
  const iconBox = await icon.boundingBox()
  await choose.focus()
  expect((await choose.boundingBox())!.width).toBe(1)
  expect(await icon.boundingBox()).toEqual(iconBox)
  const see = await hold(page, '**/user/picture')
  const sent = page.waitForRequest('**/user/picture')
  await choose.setInputFiles(file('IMG_0001.JPG', await phonePhoto(2400, 1800, 6)))
  await page.getByText(t('profile.step.sending')).waitFor()
  expect(await picture(page)).toMatch(/^data:image\/jpeg/)
  await page.getByRole('progressbar', { name: t('profile.step.sending') }).waitFor()
  expect(await choose.isDisabled()).toBe(true)
  const { local: updateToken } = await stored(page, 'UpdateToken')
  see()
  const body = (await sent).postDataJSON() as { picture: string; type: string }
  expect(body.type).toBe('jpg')
  const shrunk = Buffer.from(body.picture, 'base64')
  const upright = { width: 384, height: 512, quarters: ['blue', 'red', 'white', 'green'] }
  expect(await decode(shrunk)).toEqual(upright)
  expect(shrunk.includes('SecretPhone')).toBe(false)

  await page.getByText(t('profile.changed')).waitFor()
  await expect.poll(() => picture(page)).toMatch(/^\/picture\//)
  const link = (await picture(page))!
  const response = await app.fetch(link)
  const kept = await decode(new Uint8Array(await response.arrayBuffer()))
  expect(kept).toMatchObject({ width: 384, height: 512 })
  expect((await stored(page, 'UserInfo')).local).toContain(link)
  expect((await stored(page, 'UpdateToken')).local).not.toBe(updateToken)

  await choose.setInputFiles(file('clear.png', await png(900, 600, true)))
  await expect.poll(() => picture(page)).not.toMatch(new RegExp(`^data:|^${link}$`))
  const { headers } = await app.fetch((await picture(page))!)
  expect(headers.get('Content-Type')).toBe('image/png')

  await page.getByRole('button', { name: t('profile.changeUsername') }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel(t('field.username'))
  expect(await name.inputValue()).toBe(person.username)
  await name.fill('a-new-name')
  await dialog.getByRole('button', { name: t('settings.save') }).click()
  await page.locator('.profile-name').getByText('a-new-name').waitFor()
  expect(await dialog.count()).toBe(0)
  expect((await stored(page, 'UserName')).local).toBe('a-new-name')
})
