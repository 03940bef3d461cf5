import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inProject, root } from '../../harness/local/run.ts'
import { sourceWithThirdLanguage, THIRD_LANGUAGE } from '../../harness/third-language.ts'
import { tokyoDayStart } from '../../src/domain/question-day.ts'

let server: ViteDevServer
const load = <Module>(path: string) => server.ssrLoadModule(`/${path}`) as Promise<Module>

beforeAll(async () => {
  server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, ws: false },
    plugins: [
      {
        name: 'third-language',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('/locales/eo.json') ? THIRD_LANGUAGE : undefined),
        load: (id) => sourceWithThirdLanguage(id),
      },
    ],
  })
})
afterAll(() => server.close())

it('is spoken by pages, addresses, mails and the link to switch', async () => {
  const { translator, languageName } =
    await load<typeof import('../../src/i18n/server.ts')>('src/i18n/server.ts')
  const { languageOf, otherLanguage } =
    await load<typeof import('../../src/domain/language.ts')>('src/domain/language.ts')
  const eo = languageOf('eo')
  expect(eo).toBe('eo')
  expect(translator(eo)('navigation.recent')).toBe(`[${translator('en')('navigation.recent')}]`)
  expect(languageName(eo)).toBe('Esperanto')
  expect(['ja', 'en', 'eo'].map((from) => otherLanguage(languageOf(from)))).toEqual([
    'en',
    'eo',
    'ja',
  ])
  const { localize } = await load<typeof import('../../src/worker/pages/locale.ts')>(
    'src/worker/pages/locale.ts',
  )
  expect(localize('/eo/login', null)).toMatchObject({ path: '/login', language: 'eo' })
  const { sharedRoutes } = await load<typeof import('../../src/worker/pages/page-routes.ts')>(
    'src/worker/pages/page-routes.ts',
  )
  expect(sharedRoutes).toEqual(expect.arrayContaining(['/feed/eo.xml', '/manifest.eo.webmanifest']))
  const { localePaths } = await load<typeof import('../../src/i18n/locale-paths.ts')>(
    'src/i18n/locale-paths.ts',
  )
  expect(localePaths()).toContainEqual({ params: { locale: 'eo' } })
  const { inlineScript } = await load<typeof import('../../scripts/build/inline-script.ts')>(
    'scripts/build/inline-script.ts',
  )
  expect(inlineScript(inProject('src/layouts/first-paint.js'))).toContain('ja|en|eo')
  const { repeatedRules } = await load<typeof import('../../scripts/build/rules-by-language.ts')>(
    'scripts/build/rules-by-language.ts',
  )
  expect(repeatedRules('[lang=__LANGUAGE__] {}')).toBe('[lang=ja] {}\n[lang=en] {}\n[lang=eo] {}')
})

it('has questions of its own where the pack gives them, and English ones where not', async () => {
  const { questionPack, withoutSeasons } = await load<
    typeof import('../../harness/local/question-pack.ts')
  >('harness/local/question-pack.ts')
  const { questionStatements } = await load<
    typeof import('../../harness/local/import-questions.ts')
  >('harness/local/import-questions.ts')
  const db = new DatabaseSync(':memory:')
  for (const file of globSync('migrations/*.sql').sort()) db.exec(readFileSync(file, 'utf8'))
  const pack = withoutSeasons(questionPack())
  const run = () => questionStatements(pack).forEach((statement) => db.exec(statement))
  run()
  const give = (id: string, day: string) =>
    db.exec(`INSERT INTO question (id, questionnaire_id, topic_id, pack_question_id, day, preview_at)
      VALUES ('${id}', 'daily', 'music', '${id}', '${day}', ${tokyoDayStart(day)})`)
  give('music-hummed', '2026-11-20')
  give('music-entrance', '2026-11-21')
  const question = pack.files
    .get('arts.json')!
    .topics[0]!.questions.find(({ id }) => id === 'music-hummed')!
  Object.assign(question, { eo: 'Kion vi zumas?' })
  run()

  const { QUESTION } = await load<{ QUESTION: string }>('src/worker/services/question/queries.ts')
  const { toQuestion } = await load<
    typeof import('../../src/worker/services/question/questions.ts')
  >('src/worker/services/question/questions.ts')
  const { otherTexts, questionText, topicName } =
    await load<typeof import('../../src/domain/question.ts')>('src/domain/question.ts')
  const { questionSchema } =
    await load<typeof import('../../src/contract/schemas.ts')>('src/contract/schemas.ts')
  const rows = db.prepare(`${QUESTION} ORDER BY day`).all() as never[]
  const [own, english] = rows.map((row) => questionSchema.parse(toQuestion(row)))
  expect(questionText(own!, 'eo' as never)).toBe('Kion vi zumas?')
  expect(topicName(own!, 'eo' as never)).toBe('Music')
  expect(questionText(own!, 'ja')).toBe(question.ja)
  expect(own).toMatchObject({ questionTranslations: { eo: { text: 'Kion vi zumas?' } } })
  expect(questionText(english!, 'eo' as never)).toBe(english!.text)
  const beside = (asked: typeof own) =>
    otherTexts(asked!, 'ja').map(({ language }) => language as string)
  expect([beside(own), beside(english)]).toEqual([['en', 'eo'], ['en']])
})

it('is among the texts that the desk reads, and falls back to English', async () => {
  const { textsOf } = await load<typeof import('../../src/worker/db/question.ts')>(
    'src/worker/db/question.ts',
  )
  const { textIn } =
    await load<typeof import('../../src/stores/language.ts')>('src/stores/language.ts')
  const [own, english] = [
    textsOf('{"eo":"Kio?","ja":"何？","en":"What?","fr":"Quoi ?"}'),
    textsOf('{"eo":null,"en":"What?"}'),
  ]
  expect([own, english]).toEqual([
    { eo: 'Kio?', ja: '何？', en: 'What?' },
    { ja: '', en: 'What?' },
  ])
  expect([own, english].map((texts) => textIn(texts, 'eo' as never))).toEqual(['Kio?', 'What?'])
})

it('is the language of a post in Latin letters on its page, unless most words are English', async () => {
  const { postLanguage } = await load<typeof import('../../src/domain/post-language.ts')>(
    'src/domain/post-language.ts',
  )
  const onPage = (text: string) => postLanguage(text, 'eo' as never) as string
  const own = [
    'Hodiaŭ mi manĝis panon kun amikoj',
    'La vetero estas bela',
    'Mi amas vin',
    'Kara mia',
    'Ni no',
    'Mi legis en la parko: libro of poezio',
    '読書 estas bela',
    '🙂',
    'привет',
  ]
  expect(own.map((text) => [text, onPage(text)])).toEqual(own.map((text) => [text, 'eo']))
  expect(onPage('The sea in the morning')).toBe('en')
  expect(onPage('「Let it be」を弾きたい')).toBe('ja')
  expect(onPage('読書')).toBe('ja')
})

it('is the language of a question that is suggested in Latin letters on its page', async () => {
  const { suggestedQuestion } = await load<typeof import('../../src/domain/suggestion.ts')>(
    'src/domain/suggestion.ts',
  )
  const languageOn = (page: string, text: string) =>
    suggestedQuestion(text, page as never).language as string
  expect(languageOn('eo', 'Kion vi zumas?')).toBe('eo')
  expect(languageOn('eo', '何を口ずさみますか')).toBe('ja')
  expect(languageOn('ja', 'What do you hum?')).toBe('en')
})

it('leaves no text that is chosen by a language named in code', () => {
  const chosen = /[tT]exts?\.(?:ja|en)\b|[tT]extJa\b/
  const found = globSync('{src,scripts}/**/*.{ts,tsx,astro}').filter((file) =>
    chosen.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual(['src/stores/language.ts'])
})

it('leaves no list of the languages but the one and the contract’s keys', () => {
  const listed = /ja ?\| ?en|'(?:ja|en)',? ?(?:\| )?'(?:ja|en)'/
  const found = globSync('{src,harness,scripts}/**/*.{ts,tsx,astro,js,mjs}')
    .concat('astro.config.mjs')
    .filter((file) => listed.test(readFileSync(file, 'utf8')))
  expect(found).toEqual(['src/domain/language.ts', 'src/domain/texts-by-language.ts'])
})
