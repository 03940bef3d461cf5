import type en from '../../locales/en.json'

export type MessageKey = keyof typeof en
export type Messages = Partial<Record<MessageKey, string>>
type Values = Record<string, string | number>
export type Translate = (key: MessageKey, values?: Values) => string

/** A missing key is returned as is. `{count|post|posts}` is the second word for 1, else the third. */
export function translate(messages: Messages): Translate {
  return (key, values) => fill(messages[key] ?? key, values)
}

function fill(message: string, values: Values = {}): string {
  return message.replace(
    /\{(\w+)(?:\|([^|}]+)\|([^}]+))?\}/g,
    (whole, name: string, one?: string, other?: string) =>
      (String(values[name]) === '1' ? one : other) ?? String(values[name] ?? whole),
  )
}

let words: Messages = {}

/**
 * The words of `t`. A page's islands get theirs before they render; dialogs and the chat load theirs. A page has one
 * language, and the server renders the chat without a pause.
 */
export function setWords(more: Messages): void {
  words = import.meta.env.SSR ? more : { ...words, ...more }
}

export const t: Translate = (key, values) => fill(words[key] ?? key, values)
