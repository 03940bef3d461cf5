import type { Plugin } from 'vite'

/** Removes unused modules from the worker: each cold start reads and compiles all of them. */
const unused = [
  // Messages in 45 languages.
  { id: /\/zod\/v4\/locales\/index\.js$/, code: "export { default as en } from './en.js'" },
  // The opposite of `toJSONSchema`.
  {
    id: /\/zod\/v4\/classic\/from-json-schema\.js$/,
    code: 'export const fromJSONSchema = undefined',
  },
  // `renderToReadableStream`, for islands: their pages are built. `Chat.astro` calls `renderToString`.
  { id: /\/react-dom-server\.edge\.[^/]+\.js$/, code: 'module.exports = {}' },
  // A page cache in memory, for Node.
  {
    id: /\/astro\/dist\/core\/cache\/memory-provider\.js$/,
    code: 'export default () => undefined',
  },
  // Other ways to send mail than over one SMTP connection.
  {
    id: /\/nodemailer\/.+\/(?:smtp-pool|ses-transport|sendmail-transport|stream-transport)\/index\.js$/,
    code: 'export default class {}',
  },
  // Types of attachments, which no mail has.
  {
    id: /\/nodemailer\/.+\/mime-types\.js$/,
    code: 'export const detectMimeType = () => {}; export const detectExtension = () => {}',
  },
]

export const smallWorker = {
  name: 'small-worker',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  transform: {
    order: 'pre',
    filter: { id: unused.map(({ id }) => id) },
    handler: (_code, id) => unused.find((one) => one.id.test(id))?.code,
  },
} satisfies Plugin
