import type en from '../../locales/en.json'

export type MessageKey = keyof typeof en
export type Messages = Partial<Record<MessageKey, string>>
type Values = Record<string, string | number>
/** The text of a key with its `{placeholders}` filled in. */
export type Translate = (key: MessageKey, values?: Values) => string

/** A translator over the messages that an island was given; a missing key shows itself as the key. */
export function translate(messages: Messages): Translate {
  return (key, values) => fill(messages[key] ?? key, values)
}

function fill(message: string, values: Values = {}): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  )
}
