import { type Bindings, operatorVariables } from '../../src/worker/config/variables-schema.ts'

export interface Missing {
  variable?: string
  sentence: string
  command: string
}

const examples: Record<string, string> = {
  PUBLIC_ORIGIN: 'https://ichimon.example',
  OPERATOR_NAME: '株式会社一問 | Ichimon Inc.',
  OPERATOR_ADDRESS: '東京都千代田区… | Chiyoda, Tokyo …',
  OPERATOR_CONTACT: 'contact@ichimon.example',
  OPERATOR_LAW: '日本法 | the laws of Japan',
}

export const setByDeploy =
  (options: string) =>
  (name: string, example: string): string =>
    `npm run deploy --${options} --set '${name}=${example}'`

/**
 * Missing settings that block publishing: address and operator (`docs/product.md#legal-pages`).
 * @param how the command or line that sets a variable
 */
export function missingRequired(
  bindings: Bindings,
  how: (name: string, example: string) => string,
): Missing[] {
  return ['PUBLIC_ORIGIN', ...operatorVariables]
    .filter((name) => !bindings[name])
    .map((name) => ({
      variable: name,
      sentence:
        name === 'PUBLIC_ORIGIN'
          ? 'PUBLIC_ORIGIN must be set: links in mail and in search engines lead there.'
          : `${name} must be set: the legal pages name who runs the site and by which law.`,
      command: how(name, examples[name]!),
    }))
}

export function missingOptional(
  bindings: Bindings,
  hasRoute: boolean,
  options: string,
  worker: string,
): Missing[] {
  const missing: Missing[] = []
  const host = URL.parse(String(bindings['PUBLIC_ORIGIN']))?.host
  if (!hasRoute && host && !host.endsWith('.workers.dev'))
    missing.push({
      sentence: `No route leads from ${host} to the worker. Where its zone is in this account:`,
      command: `npm run deploy --${options} --domain`,
    })
  if (!bindings['MAIL_TRANSPORT'])
    missing.push({
      sentence: 'Mail is not set up: nobody can sign up, since the code is mailed.',
      command:
        `npx wrangler secret put SMTP_PASSWORD --name ${worker} && npm run deploy --${options} ` +
        '--set MAIL_TRANSPORT=smtp --set MAIL_FROM=hello@ichimon.example --set SMTP_HOST=smtp.example --set SMTP_USERNAME=hello',
    })
  if (!bindings['SOCIAL_CLIENT_ID'])
    missing.push({
      sentence: 'Social sign-in is not set up: its buttons are refused.',
      command:
        `npx wrangler secret put SOCIAL_CLIENT_SECRET --name ${worker} && npm run deploy --${options} ` +
        '--set SOCIAL_CLIENT_ID=…',
    })
  return missing
}

export const describeMissing = (missing: readonly Missing[]): string =>
  missing.map(({ sentence, command }) => `- ${sentence}\n  ${command}`).join('\n')
