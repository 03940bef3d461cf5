import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { AstroIntegration } from 'astro'

/**
 * Styles of pages for readers, of forms and of what loads on touch; what every page’s script shares, what reading and writing load,
 * and the larger scripts of the forms. `run_worker_first` in `wrangler.toml` lists the same. A file takes one request
 * to the worker for each new reader and build.
 */
export const packed = [
  'question',
  'FormLayout',
  '_document',
  'on-demand',
  'shared',
  'call',
  'react',
  'dialogs',
  'composer',
  'Reading',
  'person',
  'session',
  'forms',
  'form-page',
  'guest-forms',
  'OtpEmail',
  'SocialButton',
  'PasswordField',
  'PasswordRules',
  'UsernameField',
  'sign-in',
  'Profile',
  'History',
  'Login',
  'Signup',
  'DeleteAccountProceed',
  'EmailSetting',
  'email',
  'comment',
  'optimistic-comments',
  'post-menus',
  'code-boxes',
  'follow-moderation',
  'Notices',
  'RequestForm',
  'settings-form',
  'SignupUsername',
  'PasswordSetting',
  'BirthYearSetting',
  'SettingsLayout',
]

/**
 * Writes a `.br` file next to each of these files, at Brotli's highest quality: an edge that compresses on the fly
 * sends a tenth more. `gateway/packed-file.ts` serves the files.
 */
export function packFiles(): AstroIntegration {
  return {
    name: 'pack-files',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(new URL('_astro/', dir))
        for (const name of packed) {
          // A glob would match `Login` for `login` where the file system ignores case.
          const files = readdirSync(folder).filter(
            (file) => file.startsWith(`${name}.`) && /\.(?:js|css)$/.test(file),
          )
          if (files.length === 0 || new Set(files.map(extname)).size < files.length)
            throw new Error(`${name} is not one script or one style sheet`)
          for (const file of files)
            writeFileSync(`${folder}${file}.br`, smallest(readFileSync(folder + file)))
        }
      },
    },
  }
}

/** The best way of coding distances for a file is found only by trying. */
function smallest(file: Buffer): Buffer {
  const ways = [0, 1, 2, 3].flatMap((postfix) =>
    [0, 1, 4, 8].map((direct) =>
      brotliCompressSync(file, {
        params: {
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct << postfix,
        },
      }),
    ),
  )
  return ways.reduce((best, way) => (way.length < best.length ? way : best))
}
