import { startApp } from '../harness/app.ts'
import { openBrowser } from '../harness/browser.ts'
import { createPerson } from '../harness/people.ts'
import { visitSignedIn, todaysQuestion } from '../harness/steps/reading-steps.ts'
import { caseOf, decide, grant, personWithRole, postOf, report } from '../harness/steps/moderation-calls.ts'
import { networkIsIdle } from '../harness/wait-until-idle.ts'
const app = await startApp({ demonstration: true })
const { questionId } = await todaysQuestion(app)
const mod = await personWithRole(app, 'moderator')
for (const [i, text] of ['あなたのような人は、ここから出ていってほしいです。', '安い時計はこちら。今すぐ見てください。', '電話番号は090-0000-0000です。', 'I think you are all idiots here.'].entries()) {
  const author = await createPerson(app)
  const post = await postOf(app, questionId, author, text)
  await report(app, await createPerson(app), post, (['harassment', 'spam', 'personalInformation', 'hate'] as const)[i])
  if (i < 2) await decide(app, mod, await caseOf(app, mod, post), i ? { action: 'none' } : { action: 'pause', until: Math.floor(Date.now()/1000)+86400*7 })
}
const browser = await openBrowser()
for (const lang of (process.argv[2] ?? 'ja,en').split(',') as ('ja'|'en')[]) {
  const { page, person, close } = await visitSignedIn(browser, app, lang, { reducedMotion: 'reduce' })
  await grant(app, person, 'operator')
  for (const scheme of ['light','dark'] as const) for (const [w,h] of [[360,740],[768,1024],[1280,800]] as const) {
    if (scheme==='dark' && w===768) continue
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: w, height: h })
    const shot = (n: string) => page.screenshot({ path: `/tmp/w/d/${n}-${lang}-${w}-${scheme}.png` , fullPage: w<1280})
    await page.goto('/operator/cases'); await networkIsIdle(page)
    await page.locator('.desk-post').waitFor(); await shot('wait')
    await page.keyboard.press('p'); await page.locator('.desk-form').waitFor(); await page.waitForTimeout(200); await shot('pause')
    await page.locator('.desk-views button').nth(1).click(); await page.waitForTimeout(500); await shot('dec')
    await page.keyboard.press('h'); await page.waitForTimeout(300); await shot('dech')
  }
  await page.goto('/operator'); await networkIsIdle(page); await page.screenshot({ path: `/tmp/w/d/home-${lang}.png` })
  await close()
}
await browser.close(); await app.stop(); process.exit(0)
