import { beforeEach, describe, expect, it } from 'vitest'
import { setTestClock, setTestVars, sharedApp } from '../../harness/own-app.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { documentNames } from '../../src/domain/legal-pages.ts'
import { languages } from '../../src/domain/language.ts'
import { siteLinkNames, siteLinkPath, siteLinks } from '../../src/domain/site-links.ts'

const app = await sharedApp()

const OPERATOR = {
  OPERATOR_NAME: '株式会社一問 | Ichimon <Inc.>',
  OPERATOR_ADDRESS: '東京都千代田区一番町1 | 1 Ichibancho, Tokyo',
  OPERATOR_CONTACT: 'hello@ichimon.example',
  OPERATOR_LAW: '日本法 | the laws of Japan',
}
const text = async (path: string) => (await app.fetch(path)).text()

describe('the documents', () => {
  it.each(documentNames)('/%s is a page in both languages, without a hole', async (name) => {
    for (const language of languages) {
      const response = await app.fetch(`/${language}/${name}`)
      expect(response.status).toBe(200)
      const html = await response.text()
      expect(html).toContain(`<html lang="${language}"`)
      expect(html.replace(/<(script|style)[^]*?<\/\1>/g, '')).not.toMatch(/\{\w+\}|\]\(/)
      expect(html).toContain(`rel="canonical" href="${app.origin}/${language}/${name}"`)
    }
  })

  it('say what is not set, that push services are used and that the operator pays', async () => {
    const terms = await text('/en/terms')
    for (const part of ['[not set]', 'This is a template.']) expect(terms).toContain(part)
    expect(await text('/en/external_transmission')).toContain('Mozilla')
    expect(await text('/en/about')).toContain('The operator pays for everything.')
  })

  describe('with settings', () => {
    const OPERATOR_FUNDING = '会員の寄付で運営しています。|Members’ gifts pay for it.'
    beforeEach(async () => {
      await setTestVars(app, { ...OPERATOR, OPERATOR_FUNDING, VAPID_KEY: '' })
      // Pages are cached for seconds.
      await setTestClock(app, MINUTE_MS)
    })

    it('name the operator, escaped, each in its language', async () => {
      const [ja, en] = [await text('/ja/terms'), await text('/en/terms')]
      for (const part of ['株式会社一問', '東京都千代田区一番町1', '日本法'])
        expect(ja).toContain(part)
      for (const part of ['Ichimon &lt;Inc.&gt;', '1 Ichibancho, Tokyo', 'the laws of Japan'])
        expect(en).toContain(part)
      expect(en).toContain('<a href="mailto:hello@ichimon.example">hello@ichimon.example</a>')
      expect(en).not.toMatch(/not set|class="template|株式会社/)
      expect(en).toContain('26 November 2026')
    })

    it('say how the site is paid for in the words of the operator', async () => {
      expect(await text('/ja/about')).toContain('会員の寄付で運営しています。')
      expect(await text('/en/about')).toContain('Members’ gifts pay for it.')
    })

    it('say that nothing is sent, or name the hosts of social sign-in and of the translator', async () => {
      expect(await text('/en/external_transmission')).toContain('Nothing is sent.')
      await setTestVars(app, {
        SOCIAL_CLIENT_ID: 'x',
        SOCIAL_ISSUER: 'https://accounts.example/tenant',
        TRANSLATOR: 'libretranslate',
        TRANSLATOR_URL: 'https://translate.example',
      })
      await setTestClock(app, 2 * MINUTE_MS)
      const html = await text('/en/external_transmission')
      expect(html).not.toContain('Nothing is sent.')
      for (const host of ['accounts.example', 'translate.example'])
        expect(html).toContain(`<dd>${host}</dd>`)
    })
  })

  it('have beside them where to report a weakness, whom as in the settings, and never expired', async () => {
    const fields = async () => {
      const response = await app.fetch('/.well-known/security.txt')
      expect(response.headers.get('Content-Type')).toBe('text/plain; charset=UTF-8')
      const lines = (await response.text()).trim().split('\n')
      return Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)))
    }
    const contacts = [
      ['', `${app.origin}/contact`],
      ['hello@ichimon.example', 'mailto:hello@ichimon.example'],
      ['https://ichimon.example/x', 'https://ichimon.example/x'],
    ] as const
    for (const [OPERATOR_CONTACT, Contact] of contacts) {
      await setTestVars(app, { OPERATOR_CONTACT })
      expect(await fields()).toEqual({
        Contact,
        Expires: expect.any(String),
        'Preferred-Languages': languages.join(', '),
        Canonical: `${app.origin}/.well-known/security.txt`,
      })
    }
    const daysLeft = (Date.parse((await fields())['Expires']) - Date.now()) / DAY_MS
    expect([daysLeft > 90, daysLeft < 365]).toEqual([true, true])
  })

  it('have beside them where a password manager changes a password', async () => {
    const response = await app.fetch('/.well-known/change-password')
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/password'])
    const page = `${app.origin}/passkeys`
    expect(await (await app.fetch('/.well-known/passkey-endpoints')).json()).toEqual({
      enroll: page,
      manage: page,
    })
    expect((await app.fetch('/.well-known/other')).status).toBe(404)
  })
})

it('the links of the menu lead to pages of the site, and to the addresses that are set', async () => {
  await setTestVars(app, { LINK_NEWS: 'https://news.example/ichimon' })
  for (const name of siteLinkNames) {
    const response = await app.fetch(siteLinkPath(name))
    expect(response.status).toBe(302)
    const target = name === 'news' ? 'https://news.example/ichimon' : siteLinks[name]
    expect(response.headers.get('Location')).toBe(target)
  }
  expect((await app.fetch('/go/elsewhere')).status).toBe(404)
})
