import { brotliCompressSync } from 'node:zlib'
import type { Dataset } from './dataset.ts'

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:0 auto;padding:1rem}
ol{list-style:none;padding:0}li{padding:.5rem 0;border-bottom:1px solid #ddd}p{margin:.25rem 0}
textarea{width:100%;min-height:4rem}time{color:#666;font-size:.8rem}`

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The floor of every page: the question, all its comments and a form in one file without any script. */
export function zeroPage({ comments }: Dataset, question: string): string {
  const items = comments.map(
    ({ user, text, at }) =>
      `<li><b>${escape(user)}</b> <time>${new Date(at).toISOString().slice(0, 16)}</time><p>${escape(text)}</p></li>`,
  )
  return `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>一問</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main><h1>${escape(question)}</h1><form method="post"><textarea name="text" maxlength="140"></textarea><button>投稿</button></form><ol id="comments">${items.join('')}</ol></main></body></html>`
}

/** As an edge has it ready. */
export const brotli = (bytes: Uint8Array): Uint8Array => brotliCompressSync(bytes)
