import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { writeCardGlyphs } from './scripts/build/card-glyphs.ts'
import { inlineScript, inlineScripts } from './scripts/build/inline-script.ts'
import { builtPages } from './scripts/build/built-pages.ts'
import { rulesByLanguage } from './scripts/build/rules-by-language.ts'
import { FIRST_LANGUAGE, languages } from './src/domain/language.ts'
import { buildLabel } from './scripts/build/build-label.ts'
import { speculationRules } from './src/layouts/speculation-rules.ts'
import { serviceWorker } from './scripts/build/service-worker.mjs'

/** Inline scripts and styles before the first paint; Astro hashes only those that it bundles. */
const scripts = ['first-paint', 'empty-storage', 'hold-submit', 'to-home'].map(
  (name) => `src/layouts/${name}.js`,
)
const styles = ['src/styles/layers.css']

/** @param {string} file */
const sourceFile = (file) => fileURLToPath(new URL(`src/${file}`, import.meta.url))

const builtAt = new Date().toISOString()

const isDevelopment = process.argv.includes('dev')

/** @param {string | Buffer} content @returns {`sha256-${string}`} */
const hashOf = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`

const cardGlyphs = {
  name: 'card-glyphs',
  hooks: {
    /** @param {{ dir: URL }} built */
    'astro:build:done': ({ dir }) => writeCardGlyphs(fileURLToPath(dir)),
  },
}

/** @type {Promise<void> | undefined} */
let databaseIsReady

/** Migrates the local databases while the development server starts, before it listens. */
const localDatabase = {
  name: 'local-database',
  hooks: {
    /** @param {{ command: string, isRestart: boolean }} setup */
    'astro:config:setup': ({ command, isRestart }) => {
      if (command !== 'dev' || isRestart) return
      databaseIsReady = import('./scripts/local-database.ts').then((module) =>
        module.prepareDatabase(),
      )
      // Reported where the promise is awaited.
      databaseIsReady.catch(() => {})
    },
    'astro:server:setup': () => databaseIsReady,
  },
}

/**
 * Browser chunks. Modules that load together share one: each file costs a page a request, a preload and its headers.
 * Highest priority first:
 * 1. shared by every page's script
 * 2. service calls and their shared helpers, loaded with a page's first request
 * 3. React, for forms and the composer
 * 4. the signed-in person
 * 5. parts of forms, and texts that people wrote, apart from those that work without React
 */
const groups = [
  {
    name: 'shared',
    test: /\/src\/(?:islands\/(?:every-page|reading-page)|stores\/(?:dialog|draft)|i18n\/date-patterns|api\/storage|browser\/(?:came-from-site|dialogs\/on-demand-styles)|domain\/with-timeout)\.ts$|preload-helper/,
    priority: 5,
  },
  {
    name: 'chat-shared',
    test: /\/src\/(?:stores\/(?:chat|composer-draft)|browser\/reading\/(?:list-scroll|fit-text))\.ts$/,
    priority: 4,
  },
  {
    name: 'call',
    test: /\/src\/(?:api\/(?:send|result|tokens)|stores\/(?:call|language)|browser\/every-page\/leave-notice|i18n\/(?:translate|end-time)|domain\/question-day)\.ts$/,
    priority: 4,
  },
  {
    name: 'react',
    test: /\/node_modules\/(?:react|react-dom|scheduler|@nanostores\/react)\//,
    priority: 3,
  },
  {
    name: 'person',
    test: /\/src\/stores\/(?:user|sign-out|messages|session-on-demand)\.ts$/,
    priority: 2,
  },
  { name: 'push', test: /\/src\/islands\/account\/push-subscription\.ts$/, priority: 1 },
  {
    name: 'forms',
    test: /\/src\/islands\/(?:hydrate|ui\/(?:use-hydrated|use-listener|failure-text|Form|Field))\.tsx?$/,
    priority: 1,
  },
  {
    name: 'form-page',
    test: /\/src\/browser\/(?:typed-text|account\/(?:entry|email-token|stored-user)|every-page\/leave-notice)\.ts$/,
  },
  {
    name: 'chat',
    test: /\/src\/(?:islands\/chat\/(?:comment-list|page\/read-comments)|domain\/(?:comment|post-address)|stores\/reported)\.ts$/,
  },
  {
    name: 'texts',
    test: /\/src\/(?:domain\/(?:crest|written-language|visible-text|question)|i18n\/dates)\.ts$/,
    priority: 1,
  },
  { name: 'dialogs', test: /\/src\/islands\/dialogs\/.+\.tsx$/ },
  { name: 'confirm', test: /\/src\/islands\/ui\/(?:Actions|ConfirmForm)\.tsx$/ },
  // Apart from the boxes, which pages after a code do not have.
  { name: 'mailed-code', test: /\/src\/(?:domain\/passcode|islands\/auth\/mailed-code)\.ts$/ },
  {
    name: 'code-boxes',
    test: /\/src\/(?:islands\/ui\/CodeBoxes\.tsx|domain\/mask-email\.ts)$/,
  },
  {
    name: 'guest-forms',
    test: /\/src\/(?:domain\/email|islands\/auth\/EmailField|browser\/account\/guests-only)\.tsx?$/,
  },
  {
    name: 'desk',
    test: /\/src\/(?:islands\/operator\/(?:Badge|DeskNavigation|DeskFailure|LazyPart)|domain\/desk-sections)\.tsx?$/,
  },
]

/**
 * Bundler options that Astro's configuration does not expose. The worker is minified except for function names, which
 * stacks show. The adapter's banner polyfills `process` and would otherwise start every page script too. Constants are
 * inlined, because each would cost an export, an import and a name.
 */
const smallCode = {
  name: 'small-code',
  apply: /** @type {const} */ ('build'),
  /** @param {import('vite').ResolvedConfig} config */
  configResolved(config) {
    // Keeps `light-dark()`. The adapter adds a target without it, so a merged setting does not.
    for (const { build } of [config, ...Object.values(config.environments)])
      build.cssTarget = ['chrome123', 'firefox125', 'safari17.5']
    for (const one of [config.environments.ssr?.build.rolldownOptions.output ?? []].flat())
      one.minify = { mangle: { toplevel: false }, compress: true, codegen: true }
    const options = config.environments.client?.build.rolldownOptions
    if (!options) return
    options.optimization = { inlineConst: { mode: 'all', pass: 2 } }
    for (const one of [options.output ?? []].flat()) {
      delete one.banner
      // Astro's default is `Reading.astro_astro_type_script_index_0_lang.[hash].js`. Scripts list other scripts' names,
      // so names and hashes are short.
      one.entryFileNames = ({ name }) => `_astro/${name.replace(/\.astro_.*/, '')}.[hash:7].js`
      one.chunkFileNames = one.entryFileNames
    }
  },
}

/** Converts the CommonJS CSV library to ESM: saves 226 bytes of interoperation code on every form page. */
const esPapaParse = {
  name: 'es-papa-parse',
  apply: /** @type {const} */ ('build'),
  transform: {
    filter: { id: /\/node_modules\/papaparse\// },
    /** @param {string} code */
    handler: (code) => ({
      code: `const module = { exports: {} }, { exports } = module;${code}\nexport default module.exports`,
      map: null,
    }),
  },
}

export default defineConfig({
  // In development Astro matches paths before the worker, and the services accept both spellings.
  trailingSlash: isDevelopment ? 'ignore' : 'never',
  // No request between the HTML and the first paint.
  build: { format: 'file', inlineStylesheets: 'always' },
  session: false,
  adapter: cloudflare({ imageService: 'passthrough', inspectorPort: false }),
  integrations: [
    react(),
    cardGlyphs,
    localDatabase,
    builtPages(),
    serviceWorker({ isRetired: process.env.SERVICE_WORKER === 'off' }),
  ],
  i18n: {
    locales: [...languages],
    defaultLocale: FIRST_LANGUAGE,
    routing: { prefixDefaultLocale: true, redirectToDefaultLocale: false },
  },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        "connect-src 'self'",
        "img-src 'self' data: blob:",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
      ],
      scriptDirective: {
        resources: ["'self'"],
        hashes: [...scripts.map(inlineScript), JSON.stringify(speculationRules)].map(hashOf),
      },
      styleDirective: {
        resources: ["'self'"],
        hashes: styles.map((file) => hashOf(readFileSync(file))),
      },
    },
  },
  // The legal texts contain no code, and highlighting would need inline styles.
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  vite: {
    // A separate cache: the build's settings would make the development server bundle its dependencies again.
    cacheDir: isDevelopment ? 'node_modules/.vite-dev' : undefined,
    plugins: [inlineScripts(), rulesByLanguage(), smallCode, esPapaParse],
    resolve: {
      alias: {
        '\0vite/preload-helper.js': sourceFile('browser/load-script.ts'),
        '@astrojs/react/client.js': sourceFile('islands/hydrate.ts'),
      },
    },
    define: {
      __BUILD_DATE__: JSON.stringify(builtAt),
      __BUILD_LABEL__: JSON.stringify(buildLabel(builtAt)),
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: { codeSplitting: { groups } },
          },
        },
      },
    },
  },
})
