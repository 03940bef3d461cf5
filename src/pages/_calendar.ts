import type { Language } from '../domain/language.ts'
import { languageTag, translator } from '../i18n/server.ts'

/** The event's identity: another event needs another UID. */
const FIRST_DAY = '20260101'
const STAMP = '20260101T000000Z'
/** Octets per line without its end (RFC 5545 §3.1). */
const LINE = 75

/** Names no question, since calendar programs cache events and would show another day's (RFC 5545). */
export function calendar(origin: string, language: Language): string {
  const t = translator(language)
  const { host } = new URL(origin)
  const address = `${origin}/${language}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Ichimon//Daily question//${language.toUpperCase()}`,
    'METHOD:PUBLISH',
    `NAME:${escaped(t('site.name'))}`,
    `X-WR-CALNAME:${escaped(t('site.name'))}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P30D',
    'BEGIN:VEVENT',
    `UID:daily-${language}@${host}`,
    `DTSTAMP:${STAMP}`,
    `DTSTART;VALUE=DATE:${FIRST_DAY}`,
    'RRULE:FREQ=DAILY',
    `SUMMARY;LANGUAGE=${languageTag(language)}:${escaped(t('calendar.summary'))}`,
    `DESCRIPTION;LANGUAGE=${languageTag(language)}:${escaped(`${t('calendar.description')}\n${address}`)}`,
    `URL:${address}`,
    'CLASS:PUBLIC',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const escaped = (text: string) =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replaceAll('\n', '\\n')

/** Folds a line (RFC 5545 §3.1) between characters; continuations begin with a space. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  const rows: string[] = []
  let row = ''
  let octets = 0
  for (const character of line) {
    const { length } = encoder.encode(character)
    if (octets + length > LINE) {
      rows.push(row)
      row = ' '
      octets = 1
    }
    row += character
    octets += length
  }
  return [...rows, row].join('\r\n')
}
