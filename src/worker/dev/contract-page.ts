import { html, raw } from 'hono/html'
import type { Language } from '../../domain/language.ts'
import { translator } from '../../i18n/server.ts'
import type { MadeOperation } from '../../contract/describe-operation.ts'
import type { ContractDocument } from './openapi.ts'

const css = `:root { color-scheme: light dark; font: 1rem/1.7 system-ui, sans-serif; background: light-dark(#fbfaf5, #15170f); color: light-dark(#23251c, #ecebdf); scroll-padding-top: 1rem }
body { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere }
h1 { font-size: 1.375rem; margin: 0 }
h2 { font-size: 1.25rem; margin: 3rem 0 0; padding-top: 1.5rem; border-top: 1px solid light-dark(#dedbcb, #34382a) }
h3 { font-size: 1rem; margin: 0 }
h4 { font-size: 0.875rem; margin: 1rem 0 0.25rem }
p, dl, dd, ul { margin: 0 }
ul { padding: 0; list-style: none }
li + li { margin-top: 0.25rem }
a { color: light-dark(#2c5a86, #8fbbe3) }
nav { margin-top: 1.5rem }
article { margin-top: 2.25rem }
code, pre { font: 0.875em/1.6 ui-monospace, monospace }
h3 code { font-size: 1em }
h3 b { color: light-dark(#5b6330, #c3cc8f) }
.quiet { color: light-dark(#4e5143, #b9baa8); font-size: 0.875rem }
dt { margin-top: 0.5rem }
dd { padding-inline-start: 1rem }
summary { cursor: pointer; padding-block: 0.25rem }
pre { white-space: pre-wrap; margin: 0.25rem 0 0; padding: 0.75rem 1rem; border-radius: 0.75rem; background: light-dark(#f2f0e6, #0f110a) }`

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
}

type Texts = ReturnType<typeof translator>

const shownJson = (value: unknown) => html`<pre>${JSON.stringify(value, null, 2)}</pre>`

/** The contract as a document to read, made of the OpenAPI document alone. What it says is English. */
export function contractPage(language: Language, document: ContractDocument): string {
  const t = translator(language)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      line: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const sections = document.tags.map((tag) => ({
    tag,
    found: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  return String(
    html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="robots" content="noindex" />
          <title>${t('contract.title')}</title>
          ${raw(`<style>${css}</style>`)}
        </head>
        <body>
          <h1>${t('contract.title')}</h1>
          <p class="quiet">${t('contract.about')}</p>
          <p><a href="/service/openapi.json">${t('contract.document')}</a></p>
          <p lang="en">${words(document.info.description)}</p>
          <nav lang="en">
            <ul>
              ${sections.map(
                ({ tag, found }) =>
                  html`<li>
                    <details>
                      <summary>${tag.name} <span class="quiet">${found.length}</span></summary>
                      <ul>
                        ${found.map(
                          ({ operation }) =>
                            html`<li>
                              <a href="#${operation.operationId}">${operation.summary}</a>
                            </li>`,
                        )}
                      </ul>
                    </details>
                  </li>`,
              )}
            </ul>
          </nav>
          ${sections.map(
            ({ tag, found }) =>
              html`<section lang="en">
                <h2>${tag.name}</h2>
                <p class="quiet">${tag.description}</p>
                ${found.map(({ line, operation }) => article(t, language, document, line, operation))}
              </section>`,
          )}
        </body>
      </html> `,
  )
}

function article(
  t: Texts,
  language: Language,
  document: ContractDocument,
  line: string,
  operation: MadeOperation,
) {
  const [method, path] = line.split(' ')
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one) as Parameter)
  const sent = operation.requestBody?.content['application/json']?.example
  const label = (text: string) => html`<h4 lang="${language}">${text}</h4>`
  return html`<article id="${operation.operationId}">
    <h3>
      <code><b>${method}</b> ${path}</code>
    </h3>
    <p>${operation.summary}</p>
    ${
      operation.security.length > 0
        ? html`<p class="quiet" lang="${language}">${t('contract.signedIn')}</p>`
        : ''
    }
    ${operation.description ? html`<p class="quiet">${words(operation.description)}</p>` : ''}
    ${
      parameters.length > 0
        ? html`${label(t('contract.parameters'))}
            <dl>
              ${parameters.map(
                (one) =>
                  html`<dt>
                      <code>${one.name}</code>
                      <span class="quiet">${one.in}</span>
                      ${
                        one.required
                          ? html`<span class="quiet" lang="${language}"
                              >${t('contract.required')}</span
                            >`
                          : ''
                      }
                    </dt>
                    <dd class="quiet">
                      ${words(one.description ?? '')}
                      ${one.example === undefined ? '' : html`<code>${String(one.example)}</code>`}
                    </dd>`,
              )}
            </dl>`
        : ''
    }
    ${sent === undefined ? '' : html`${label(t('contract.request'))}${shownJson(sent)}`}
    ${label(t('contract.answers'))}
    <ul>
      ${Object.entries(operation.responses).map(([status, { description, content }]) => {
        const example = content?.['application/json']?.example
        return html`<li>
          <code>${status}</code> <span class="quiet">${words(description)}</span>
          ${
            example === undefined
              ? ''
              : html`<details>
                  <summary class="quiet" lang="${language}">${t('contract.example')}</summary>
                  ${shownJson(example)}
                </details>`
          }
        </li>`
      })}
    </ul>
  </article>`
}

/** Text with its `code` set as such. */
function words(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

function resolved(document: ContractDocument, value: object): unknown {
  const { $ref } = value as { $ref?: string }
  const name = $ref?.split('/').pop()
  return name === undefined ? value : document.components['parameters']?.[name]
}
