const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Also lone surrogates. One such character makes a whole feed unreadable. */
const FORBIDDEN_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** For HTML and XML, including attributes. */
export const escapeMarkup = (text: string): string =>
  text.replace(FORBIDDEN_IN_XML, '').replace(/[&<>"']/g, (character) => entities[character]!)
