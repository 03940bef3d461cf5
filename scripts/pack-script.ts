import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { AstroIntegration } from 'astro'

/**
 * What every page shares, what reading and writing load, and the larger scripts of the forms; `run_worker_first` in
 * `wrangler.toml` lists the same. A script takes one request to the worker for each new visitor and build.
 */
const packed = [
  'shared',
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
  'auth',
  'sign-in',
  'Profile',
  'History',
  'Login',
  'Signup',
  'DeleteAccountProceed',
  'EmailSetting',
  'email',
  'comment',
  'own-comments',
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
 * Writes a `.br` file next to each of these scripts, at Brotli's highest quality: an edge that compresses on the fly
 * sends a tenth more. `gateway/packed-script.ts` serves the files.
 */
export function packScripts(): AstroIntegration {
  return {
    name: 'pack-scripts',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(new URL('_astro/', dir))
        for (const name of packed) {
          const [file, ...others] = globSync(`${name}.*.js`, { cwd: folder })
          if (!file || others.length > 0) throw new Error(`${name} is not one file`)
          writeFileSync(`${folder}${file}.br`, smallest(readFileSync(folder + file)))
        }
      },
    },
  }
}

/** Which way of coding distances suits a script best is only known by trying. */
function smallest(script: Buffer): Buffer {
  const ways = [0, 1, 2, 3].flatMap((postfix) =>
    [0, 1, 4, 8].map((direct) =>
      brotliCompressSync(script, {
        params: {
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct << postfix,
        },
      }),
    ),
  )
  return ways.reduce((best, way) => (way.length < best.length ? way : best))
}
