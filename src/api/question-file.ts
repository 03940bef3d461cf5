import papa from 'papaparse'
import { languages } from '../domain/language.ts'
import type { ExportRow, ImportRow } from '../contract/question-desk-schemas.ts'

/** CSV files of questions, one per row (`docs/operating.md#questions`). */
const FACTS = ['date', 'topic', 'season'] as const
const REQUIRED = [...languages, 'topic']

/** An unreadable file; `line` if one line is the cause. */
export class QuestionFileError extends Error {
  constructor(
    readonly problem: 'empty' | 'encoding' | 'format' | 'header' | 'columns',
    readonly line?: number,
  ) {
    super(line ? `line ${line}: ${problem}` : problem)
  }
}

/** @throws QuestionFileError */
export function readQuestionFile(bytes: Uint8Array): ImportRow[] {
  const text = decodeText(bytes)
  if (text === undefined) throw new QuestionFileError('encoding')
  return parseQuestionFile(text)
}

/**
 * Rows with their line numbers.
 * @throws QuestionFileError
 */
export function parseQuestionFile(text: string): ImportRow[] {
  const rows = parseCsv(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'))
  if (rows.length === 0) throw new QuestionFileError('empty')
  return rows
}

const SEPARATORS = [',', '\t', ';', '|']
/** Excel’s own first line. */
const SEPARATOR_LINE = /^"?sep=(.)"?.*\n/i

function headerOf(text: string, delimiter: string): string[] | undefined {
  let header: string[] = []
  papa.parse<string[]>(text.trimStart(), {
    delimiter,
    preview: 1,
    skipEmptyLines: 'greedy',
    step: ({ data }) => (header = data.map((name) => name.trim().toLowerCase())),
  })
  return REQUIRED.every((name) => header.includes(name)) ? header : undefined
}

function parseCsv(text: string): ImportRow[] {
  const told = SEPARATOR_LINE.exec(text)
  const content = text.slice(told?.[0].length ?? 0)
  const delimiter = [told?.[1] ?? ',', ...SEPARATORS].find((one) => headerOf(content, one))
  const header = delimiter && headerOf(content, delimiter)
  if (!header) throw new QuestionFileError('header')
  const named = header.filter(Boolean)
  if (new Set(named).size < named.length) throw new QuestionFileError('columns')
  const rows: ImportRow[] = []
  let line = told ? 2 : 1
  let read = 0
  let isHeader = true
  papa.parse<string[]>(content, {
    delimiter,
    newline: '\n',
    skipEmptyLines: 'greedy',
    step({ data, errors, meta }) {
      // `cursor` includes the empty lines before the row.
      const before = content.slice(read, meta.cursor)
      const first = line + (/^(?:[ \t,;|"]*\n)*/.exec(before)?.[0].split('\n').length ?? 1) - 1
      line += before.split('\n').length - 1
      read = meta.cursor
      if (errors.length > 0 || data.length > header.length)
        throw new QuestionFileError('format', first)
      const fields = header.map((name, index) => [name, unescaped(data[index] ?? '')] as const)
      if (!isHeader) rows.push(rowOf(first, fields))
      isHeader = false
    },
  })
  return rows
}

function rowOf(line: number, fields: readonly (readonly [string, string])[]): ImportRow {
  const row: ImportRow = { line, texts: {} }
  for (const [name, value] of fields) {
    const fact = FACTS.find((one) => one === name)
    // Truncated, so that an overlong text or an unknown column fails by its line and not the whole call.
    const isText = languages.some((language) => language === name)
    const text = value.trim().slice(0, isText ? 1000 : 40)
    if (text === '') continue
    if (fact) row[fact] = text
    else row.texts[name.slice(0, 8)] = text
  }
  return row
}

/**
 * What spreadsheets compute, also behind another country's separator. Japanese ones take full-width signs too, some
 * programs trim first.
 */
const FORMULA = '(?=[\\s\u200b\'"]*[=+\\-@＝＋－＠﹢﹣﹦﹫\\t])'
const escaped = (cell: string) => cell.replace(new RegExp(`(^|[;|])${FORMULA}`, 'g'), "$1'")
const unescaped = (cell: string) => cell.replace(new RegExp(`(^|[;|])'${FORMULA}`, 'g'), '$1')

export function writeQuestionFile(rows: readonly ExportRow[]): string {
  const flat: Record<string, string | undefined>[] = rows.map(({ texts, date, topic, season }) => ({
    ...texts,
    date,
    topic,
    season,
  }))
  const names = new Set(['date', ...languages, ...flat.flatMap(Object.keys), 'topic', 'season'])
  const columns = [...names]
  // The BOM makes spreadsheets read the file as UTF-8.
  const table = [columns, ...flat.map((row) => columns.map((name) => escaped(row[name] ?? '')))]
  return `\uFEFF${papa.unparse(table)}\r\n`
}

/** @returns nothing rather than damaged characters */
function textOf(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // Of UTF-16 and ISO-2022-JP.
    return /[\0\u001b]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Text of a file in UTF-8, or as Excel writes it: Shift_JIS in Japan, UTF-16 as “Unicode text”. */
function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return textOf(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return textOf(bytes, 'utf-16be')
  const text = textOf(bytes, 'utf-8')
  if (text !== undefined) return text
  const japanese = textOf(bytes, 'shift_jis')
  // Other encodings of Asia are half-width kana or other kanji in it.
  return japanese && /[\u3041-\u30fa]/.test(japanese) ? japanese : undefined
}
