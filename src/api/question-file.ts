import papa from 'papaparse'
import { languages } from '../domain/language.ts'
import type { ExportRow, ImportRow } from '../contract/question-desk-schemas.ts'

/** Import and export files, one question per row (`docs/operating.md#questions`). */
export type QuestionFileFormat = 'csv' | 'json'

const FACTS = ['date', 'topic', 'season'] as const

/** An unreadable file; `line` if one line is the cause. */
export class QuestionFileError extends Error {
  readonly problem: 'empty' | 'format' | 'header'
  readonly line: number | undefined

  constructor(problem: 'empty' | 'format' | 'header', line?: number) {
    super(line ? `line ${line}: ${problem}` : problem)
    this.problem = problem
    this.line = line
  }
}

export const formatOf = (name: string): QuestionFileFormat =>
  /\.json$/i.test(name) ? 'json' : 'csv'

/**
 * Rows with their line numbers; for JSON, entry numbers.
 * @throws QuestionFileError
 */
export function parseQuestionFile(text: string, format: QuestionFileFormat): ImportRow[] {
  const content = text.replace(/^\uFEFF/, '')
  const rows = format === 'json' ? parseJson(content) : parseCsv(content)
  if (rows.length === 0) throw new QuestionFileError('empty')
  return rows
}

function parseJson(text: string): ImportRow[] {
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    throw new QuestionFileError('format')
  }
  if (!Array.isArray(entries)) throw new QuestionFileError('format')
  return entries.map((entry: unknown, index) => {
    const line = index + 1
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      throw new QuestionFileError('format', line)
    const fields = Object.entries(entry)
    if (fields.some(([, value]) => typeof value !== 'string'))
      throw new QuestionFileError('format', line)
    return rowOf(line, fields as [string, string][])
  })
}

function parseCsv(text: string): ImportRow[] {
  const rows: ImportRow[] = []
  let header: string[] | undefined
  let read = 0
  let line = 1
  papa.parse(text, {
    skipEmptyLines: 'greedy',
    step({ data, errors, meta }) {
      // `cursor` includes the empty lines before the row.
      const before = text.slice(read, meta.cursor)
      const first = line + (/^(?:[ \t,;]*\r?\n)*/.exec(before)?.[0].split('\n').length ?? 1) - 1
      line += before.split('\n').length - 1
      read = meta.cursor
      if (errors.length > 0) throw new QuestionFileError('format', first)
      if (header) {
        if (data.length > header.length) throw new QuestionFileError('format', first)
        rows.push(
          rowOf(
            first,
            header.map((name, index) => [name, data[index] ?? '']),
          ),
        )
      } else {
        header = data.map((name) => name.trim().toLowerCase())
        const named = header
        if (!languages.every((language) => named.includes(language)))
          throw new QuestionFileError('header')
      }
    },
  })
  return rows
}

function rowOf(line: number, fields: readonly (readonly [string, string])[]): ImportRow {
  const row: ImportRow = { line, texts: {} }
  for (const [name, value] of fields) {
    const fact = FACTS.find((one) => one === name)
    // Truncated, so that an overlong text fails by its line and not the whole call.
    const text = value.trim().slice(0, fact ? 40 : 1000)
    if (text === '') continue
    if (fact) row[fact] = text
    else row.texts[name.slice(0, 8)] = text
  }
  return row
}

export function writeQuestionFile(rows: readonly ExportRow[], format: QuestionFileFormat): string {
  const flat: Record<string, string | undefined>[] = rows.map(({ texts, date, topic, season }) => ({
    ...texts,
    date,
    topic,
    season,
  }))
  if (format === 'json') return `${JSON.stringify(flat, null, 2)}\n`
  const names = new Set(['date', ...languages, ...flat.flatMap(Object.keys), 'topic', 'season'])
  const columns = [...names]
  // The BOM makes spreadsheets read the file as UTF-8.
  const table = [columns, ...flat.map((row) => columns.map((name) => row[name] ?? ''))]
  return `\uFEFF${papa.unparse(table)}\r\n`
}
