import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { decode, phonePhoto, png, svg } from '../worker/picture-files.ts'
import { stored, texts } from '../../harness/steps/account-steps.ts'
import { addPosts } from '../../harness/steps/settings-steps.ts'

const app = await sharedApp()
const test = journey(app, { allows: / 406 | 503 |ERR_FAILED/ })

const picture = (page: Page) => page.locator('.profile-picture img')
const file = (name: string, buffer: Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
})

describe('the profile', () => {
  const t = texts.ja
  const choose = (page: Page) => page.getByLabel(t('profile.changePicture'))
  const openProfile = async (page: Page) => {
    await page.goto('/profile')
    await expect.poll(() => choose(page).isEnabled()).toBe(true)
  }

  test('shows a phone photo upright, small and without its location, everywhere at once', async ({
    signedIn,
  }) => {
    const {
      page,
      person: { authorization },
    } = await signedIn()
    await openProfile(page)
    expect(await picture(page).getAttribute('src')).toBe('/avatar.svg')
    const icon = page.locator('.profile-picture .edit-icon')
    const iconBox = await icon.boundingBox()
    await choose(page).focus()
    expect((await choose(page).boundingBox())!.width).toBe(1)
    expect(await icon.boundingBox()).toEqual(iconBox)
    const sent = page.waitForRequest('**/user/picture')
    const photo = await phonePhoto(2400, 1800, 6)
    await choose(page).setInputFiles(file('IMG_0001.JPG', photo))
    const body = (await sent).postDataJSON() as { picture: string; type: string }
    expect(body.type).toBe('jpg')
    const shrunk = Buffer.from(body.picture, 'base64')
    expect(await decode(shrunk)).toEqual({
      width: 384,
      height: 512,
      quarters: ['blue', 'red', 'white', 'green'],
    })
    expect(shrunk.includes('SecretPhone')).toBe(false)

    await page.getByText(t('profile.step.done')).waitFor()
    await expect.poll(() => picture(page).getAttribute('src')).toMatch(/^\/picture\//)
    const link = (await picture(page).getAttribute('src'))!
    const response = await app.fetch(link)
    expect(await decode(new Uint8Array(await response.arrayBuffer()))).toMatchObject({
      width: 384,
      height: 512,
    })
    expect((await stored(page, 'UserInfo')).local).toContain(link)
    expect(`Bearer ${(await stored(page, 'AccessToken')).local}`).not.toBe(authorization)

    await choose(page).setInputFiles(file('clear.png', await png(900, 600, true)))
    await expect.poll(() => picture(page).getAttribute('src')).not.toBe(link)
    await page.getByText(t('profile.step.done')).waitFor()
    await expect
      .poll(async () =>
        (await app.fetch((await picture(page).getAttribute('src'))!)).headers.get('Content-Type'),
      )
      .toBe('image/png')
  })

  test('while it is sent the new picture and the progress are seen', async ({ signedIn }) => {
    const { page } = await signedIn()
    await openProfile(page)
    let go = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    await page.route('**/user/picture', async (route) => {
      await held
      await route.continue()
    })
    await choose(page).setInputFiles(file('a.jpg', await phonePhoto(800, 600, 1)))
    await page.getByText(t('profile.step.sending')).waitFor()
    expect(await picture(page).getAttribute('src')).toMatch(/^blob:/)
    await page.getByRole('progressbar', { name: t('profile.progress') }).waitFor()
    expect(await choose(page).isDisabled()).toBe(true)
    go()
    await page.getByText(t('profile.step.done')).waitFor()
  })

  test('what is no picture, and a sending that fails, leave the former one', async ({
    signedIn,
  }) => {
    const { page } = await signedIn()
    await openProfile(page)
    await choose(page).setInputFiles(file('animation.gif', await phonePhoto(80, 60, 1)))
    await page.getByText(t('profile.problem.name')).waitFor()
    await choose(page).setInputFiles(file('drawing.png', svg))
    await page.getByText(t('profile.problem.unreadable')).waitFor()
    await page.route('**/user/picture', (route) => route.abort())
    await choose(page).setInputFiles(file('photo.jpeg', await phonePhoto(80, 60, 1)))
    await page.getByText(t('profile.problem.failed')).waitFor()
    expect(await picture(page).getAttribute('src')).toBe('/avatar.svg')
  })

  test('the username dialog: n/30, every refusal, then the new name everywhere', async ({
    signedIn,
  }) => {
    const taken = await createPerson(app)
    const {
      page,
      person: { userId, username, authorization },
    } = await signedIn()
    await page.goto('/profile')
    const edit = page.getByRole('button', { name: t('profile.changeUsername') })
    await edit.click()
    const dialog = page.getByRole('dialog', { name: t('profile.changeUsername') })
    const field = dialog.getByLabel(t('field.username'))
    const save = dialog.getByRole('button', { name: t('username.save') })
    expect(await field.inputValue()).toBe(username)
    await dialog.getByText(`${username.length}/30`, { exact: true }).waitFor()
    await field.fill('x'.repeat(31))
    await dialog.getByText('31/30', { exact: true }).waitFor()
    await dialog.getByText(t('error.username.tooLong')).waitFor()
    await save.click()
    await field.fill('no spaces')
    await dialog.getByText(t('error.username.characters')).waitFor()
    const lines: string[] = []
    page.on('console', (line) => lines.push(line.text()))
    await field.fill(taken.username.toUpperCase())
    await dialog.getByText(t('error.usernameTaken')).waitFor()
    await save.click()
    await expect.poll(() => lines).toContain('Error update username 406 -1019')
    await dialog.getByText(t('error.usernameTaken')).waitFor()
    await field.fill('')
    await save.click()
    await dialog.getByText(t('error.username.empty')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
    const name = () =>
      app.db.prepare('SELECT username FROM user WHERE id = ?').bind(userId).first('username')
    expect(await name()).toBe(username)

    await edit.click()
    const next = `New-Name_${userId.slice(0, 6).replaceAll(/\W/g, 'x')}`
    await field.fill(next)
    await dialog.locator('.field-hint', { hasText: t('username.available') }).waitFor()
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.profile-name').getByText(next).waitFor()
    expect(await name()).toBe(next)
    expect((await stored(page, 'UserName')).local).toBe(next)
    expect(`Bearer ${(await stored(page, 'AccessToken')).local}`).not.toBe(authorization)
  })

  test('the history: newest first, by month, in pages, with its menu', async ({ signedIn }) => {
    const {
      page,
      person: { userId },
    } = await signedIn()
    const day = (index: number) =>
      new Date(Date.parse('2024-01-01') + index * DAY_MS).toISOString().slice(0, 10)
    await addPosts(
      app,
      { userId },
      Array.from({ length: 45 }, (_, index) => ({
        day: day(index),
        text: `post ${index}`,
        question: `Question ${index}?`,
        questionJa: `お題${index}`,
      })),
    )
    await page.goto('/profile')
    const items = page.locator('.history-list .answer')
    await expect.poll(() => items.count()).toBe(20)
    const more = page.getByRole('button', { name: t('history.more') })
    await more.click()
    await expect.poll(() => items.count()).toBe(40)
    await more.click()
    await expect.poll(() => items.count()).toBe(45)
    await more.waitFor({ state: 'detached' })
    expect(await items.locator('.text').allTextContents()).toEqual(
      Array.from({ length: 45 }, (_, index) => `post ${44 - index}`),
    )
    const months = ['2024年2月', '2024年1月']
    expect(await page.locator('.history h3').allTextContents()).toEqual(months)
    const first = items.first()
    const prompts = page.locator('.history-list .prompt')
    expect(await prompts.first().textContent()).toBe('お題44')

    const menu = first.getByLabel(t('history.menu'))
    await menu.click()
    await first.getByRole('button', { name: t('history.edit') }).click()
    await first.getByRole('button', { name: t('history.edit') }).waitFor({ state: 'hidden' })
    await menu.click()
    await page.keyboard.press('Escape')
    await first.getByRole('button', { name: t('history.edit') }).waitFor({ state: 'hidden' })
    expect(await menu.evaluate((summary) => summary === document.activeElement)).toBe(true)
    await menu.click()
    await first.getByRole('button', { name: t('history.delete') }).click()
    const dialog = page.getByRole('dialog', { name: t('dialog.deletePost.title') })
    await dialog.getByRole('button', { name: t('dialog.cancel') }).click()
    expect(await items.count()).toBe(45)
    await menu.click()
    await first.getByRole('button', { name: t('history.delete') }).click()
    await dialog.getByRole('button', { name: t('dialog.yes') }).click()
    await expect.poll(() => items.count()).toBe(44)
    expect(await items.first().locator('.text').textContent()).toBe('post 43')
    await page.locator('#history-title:focus').waitFor()

    await prompts.first().click()
    await page.waitForURL(`**/theme_details?themeID=question-${day(43)}`)
  })

  test('names a question once above consecutive answers to it', async ({ signedIn }) => {
    const {
      page,
      person: { userId },
    } = await signedIn()
    await addPosts(app, { userId }, [
      { day: '2021-05-01', text: 'one' },
      { day: '2021-05-02', text: 'two' },
    ])
    await app.db
      .prepare(
        `INSERT INTO comment (id, question_id, user_id, slot, text, created_at)
         VALUES (?1 || 'x', 'question-2021-05-02', ?1, 2, 'three', ?2)`,
      )
      .bind(userId, Date.parse('2021-05-02T04:00:00Z'))
      .run()
    await page.goto('/profile')
    const groups = page.locator('.history-list .answered')
    await expect.poll(() => groups.count()).toBe(2)
    expect(await groups.first().locator('.text').allTextContents()).toEqual(['three', 'two'])
    expect(await groups.locator('.prompt').count()).toBe(2)

    await page.route('**/comment/v1/comment', (route) => route.abort())
    await groups.first().getByLabel(t('history.menu')).first().click()
    await page
      .getByRole('button', { name: t('history.delete') })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('dialog.yes') })
      .click()
    await page.getByText(t('history.deleteFailed')).waitFor()
  })

  test('searching one’s own posts, Japanese too; nothing found and nothing posted say so', async ({
    signedIn,
  }) => {
    const {
      page,
      person: { userId },
    } = await signedIn()
    await page.goto('/profile')
    await page.getByText(t('history.empty')).waitFor()
    await page.getByRole('link', { name: t('history.toToday') }).waitFor()
    expect(await page.getByLabel(t('history.search')).count()).toBe(0)
    await addPosts(app, { userId }, [
      { day: '2023-04-01', text: '朝のコーヒー' },
      { day: '2023-04-02', text: 'a cup of tea' },
    ])
    await page.reload()
    const items = page.locator('.history-list .answer')
    await expect.poll(() => items.count()).toBe(2)
    const search = page.getByLabel(t('history.search'))
    await search.fill('こーひー')
    await expect.poll(() => items.locator('.text').allTextContents()).toEqual(['朝のコーヒー'])
    await search.fill('雪')
    await page.getByText(t('history.notFound')).waitFor()
    await search.fill('')
    await expect.poll(() => items.count()).toBe(2)
    await page.route('**/comment/v1/comment?*', (route) => route.abort())
    await search.fill('tea')
    await page.getByText(t('history.failed')).waitFor()
    await page.unroute('**/comment/v1/comment?*')
    await page.getByRole('button', { name: t('error.retry') }).click()
    await expect.poll(() => items.locator('.text').allTextContents()).toEqual(['a cup of tea'])
  })

  test('says before activation that nothing is posted yet, and asks the service for nothing', async ({
    signedIn,
  }) => {
    const { page } = await signedIn({ person: { activated: false } })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/profile')
    await page.getByText(t('history.empty')).waitFor()
    await page.locator('.unactivated-notice').waitFor()
    expect(await page.getByText(t('error.notActivated')).count()).toBe(0)
    expect(asked.filter((url) => url.includes('/comment/v1/'))).toEqual([])
  })

  test('the download opens offline, readable, and runs nothing', async ({ signedIn }) => {
    const {
      page,
      person: { userId },
    } = await signedIn()
    const texts = [
      '<b>bold?</b>',
      '朝のコーヒー☕️',
      '</script><script>document.title = "run"</script>',
    ]
    await addPosts(
      app,
      { userId },
      texts.map((text, index) => ({ day: `2022-03-0${index + 1}`, text })),
    )
    await page.goto('/profile')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: t('history.download') }).click()
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^ichimon-\d{4}-\d\d-\d\d\.html$/)
    const html = readFileSync((await download.path())!, 'utf8')
    await page.context().setOffline(true)
    const reader = await page.context().newPage()
    await reader.setContent(html)
    expect(await reader.locator('article .text').allTextContents()).toEqual(texts.toReversed())
    expect(await reader.title()).toBe(t('export.title'))
    const posts = JSON.parse((await reader.locator('script#posts').textContent())!) as {
      text: string
    }[]
    expect(posts.map(({ text }) => text)).toEqual(texts.toReversed())
    await page.context().setOffline(false)
    await page.route('**/comment/export*', (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.getByRole('button', { name: t('history.download') }).click()
    await page.getByText(t('history.downloadFailed')).waitFor()
  })

  test('the back button goes one step back', async ({ signedIn }) => {
    const { page } = await signedIn()
    await page.goto('/recent_theme')
    await page.evaluate(() => location.assign('/profile'))
    await page.waitForURL('**/profile')
    await page.getByRole('link', { name: t('form.back') }).click()
    await page.waitForURL('**/recent_theme')
  })
})
