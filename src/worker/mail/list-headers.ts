import type { RenderedMail } from './message.ts'

/** Headers by which mail programs end such mail with one press, without opening the page (RFC 8058). */
export function listHeaders({ unsubscribe }: RenderedMail): Record<string, string> {
  if (!unsubscribe) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
