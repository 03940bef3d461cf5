import type { Plugin } from 'vite'

const attestation = `
  verifyAttestationFIDOU2F verifyAttestationPacked verifyAttestationAndroidSafetyNet
  verifyAttestationTPM verifyAttestationAndroidKey verifyAttestationApple
  Google_Hardware_Attestation_Root_1 Google_Hardware_Attestation_Root_2
  Google_Hardware_Attestation_Root_3 Google_Hardware_Attestation_Root_4 GlobalSign_Root_CA
  GlobalSign_Root_CA_R3 GlobalSign_Root_R46 Apple_WebAuthn_Root_CA MetadataService
  convertX509PublicKeyToCOSE`
  .trim()
  .split(/\s+/)

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
  // Astro's images and fonts: no page uses them, and the gateway does not serve `/_image`.
  {
    id: /\/@astrojs\/cloudflare\/dist\/(?:entrypoints\/image-passthrough-endpoint|utils\/(?:image-binding-transform|static-image-collection))\.js$/,
    code: ['GET', 'transform', 'transformStream', 'installAddStaticImage']
      .map((name) => `export const ${name} = undefined`)
      .join(';'),
  },
  // Picks islands by glob, for sites with several frameworks.
  {
    id: /\/@astrojs\/internal-helpers\/dist\/create-filter\.js$/,
    code: 'export const createFilter = undefined',
  },
  // Other ways to send mail than over one SMTP connection.
  {
    id: /\/nodemailer\/.+\/(?:smtp-pool|(?:ses|sendmail|stream|json)-transport|xoauth2|dkim|fetch|well-known)\/index\.js$/,
    code: 'export default class {}',
  },
  // Certificates of authenticators, for which passkeys are not asked.
  {
    id: /\/@simplewebauthn\/server\/esm\/(?:registration\/verifications|metadata|services\/(?:metadataService|defaultRootCerts)|helpers\/(?:convertX509|validateCert|isCertRevoked|getCert))/,
    code: attestation.map((name) => `export const ${name} = undefined`).join(';'),
  },
  // Reads any ASN.1: here only signatures of P-256, a short sequence of two integers.
  {
    id: /\/@peculiar\/asn1-schema\/.+\/index\.js$/,
    code: `const integer = (der, at) => der.slice(at + 2, at + 2 + der[at + 1])
      const parse = (der) => ({ r: integer(der, 2), s: integer(der, 4 + der[3]) })
      export const AsnParser = { parse }`,
  },
  {
    id: /\/@peculiar\/asn1-ecc\/.+\/index\.js$/,
    code: 'export const ECDSASigValue = undefined',
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
