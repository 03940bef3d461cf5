import { describe, expect, it } from 'vitest'
import { languages } from '../../src/domain/language.ts'
import { sharedApp } from '../../harness/own-app.ts'

const app = await sharedApp()
await app.todaysQuestionId()

describe.each(languages)('the calendar in %s', (language) => {
  const path = `/calendar/${language}.ics`

  it('is one event a day with the address of the site, as RFC 5545 spells it', async () => {
    const response = await app.fetch(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('Content-Language')).toBe(language)
    const text = await response.text()
    expect(text.endsWith('\r\n')).toBe(true)
    const rows = text.slice(0, -2).split('\r\n')
    expect(rows.filter((row) => /[\r\n]/.test(row) || Buffer.byteLength(row) > 75)).toEqual([])
    const lines = text.replaceAll('\r\n ', '').trimEnd().split('\r\n')
    expect(lines.every((line) => /^[A-Z-]+(?:;[A-Z]+=[\w-]+)*:./.test(line))).toBe(true)
    const value = (name: string) => lines.filter((line) => line.startsWith(name))
    expect(value('BEGIN:')).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT'])
    expect(value('RRULE')).toEqual(['RRULE:FREQ=DAILY'])
    expect(value('DTSTART')).toEqual(['DTSTART;VALUE=DATE:20260101'])
    expect(value('URL')).toEqual([`URL:${app.origin}/${language}`])
    for (const name of ['VERSION:2.0', 'PRODID:', 'UID:', 'DTSTAMP:', 'SUMMARY'])
      expect(value(name)).toHaveLength(1)
  })

  it('holds no question of any day, and is sent once', async () => {
    const response = await app.fetch(path)
    const text = (await response.text()).replaceAll('\r\n ', '')
    const { results } = await app.sql`SELECT text FROM question_text UNION SELECT text
      FROM pack_question_text`.all<{ text: string }>()
    expect(results.length).toBeGreaterThan(100)
    expect(results.filter((row) => text.includes(row.text))).toEqual([])
    const etag = response.headers.get('ETag')!
    expect((await app.fetch(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  })
})
