import { readFile, writeFile } from 'node:fs/promises'
import {
  formatOf,
  QuestionFileError,
  readQuestionFile,
  writeQuestionFile,
} from '../../src/api/question-file.ts'
import type { ExportRow, ImportRow } from '../../src/contract/question-desk-schemas.ts'
import {
  EXPORT_ROWS_PER_CALL,
  IMPORT_ROWS_PER_CALL,
  MAX_IMPORT_ROWS,
  type ImportProblem,
} from '../../src/domain/question-import.ts'
import { CommandError, unknownCommand } from './database.ts'
import type { Site } from './site.ts'

export const QUESTIONS_USAGE = `  npm run operator -- questions import <file.csv or file.json> [--take]
  npm run operator -- questions export <file.csv or file.json>`

export const questionsOptions = { take: { type: 'boolean' } } as const

export async function operateQuestions(
  site: Site,
  words: string[],
  { take = false }: { take?: boolean | undefined },
): Promise<string> {
  const [action, file, ...others] = words
  if (action === 'import' && file && others.length === 0) return importFile(site, file, take)
  if (action === 'export' && file && others.length === 0) return exportFile(site, file)
  throw unknownCommand(words, QUESTIONS_USAGE)
}

const sentences: Record<ImportProblem, string> = {
  missing: 'no text in {field}',
  tooLong: 'the text in {field} is too long',
  characters: 'the text in {field} has characters that cannot be used',
  language: 'unknown column {field}',
  topic: 'unknown topic',
  date: 'not a date such as 2027-01-31',
  past: 'the date is not after today',
  tooFar: 'the date is too far ahead',
  season: 'not days of the year such as 12-25 or 12-20..12-31',
  repeatedText: 'the text in {field} is that of line {other}',
  knownText: 'the text in {field} is that of the question {other}',
  repeatedDate: 'the date is that of line {other}',
  takenDate: 'the day is scheduled already',
}

async function rowsOf(file: string): Promise<ImportRow[]> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandError(`${file} cannot be read: ${error.message}`)
  })
  try {
    const rows = readQuestionFile(bytes, file)
    if (rows.length <= MAX_IMPORT_ROWS) return rows
  } catch (error) {
    if (!(error instanceof QuestionFileError)) throw error
    const reason = {
      empty: 'it has no questions',
      encoding: 'its characters cannot be read, save it as CSV UTF-8',
      format: `line ${error.line ?? 1} is not ${formatOf(file).toUpperCase()}`,
      header: 'its first line must name the columns ja and en',
    }[error.problem]
    throw new CommandError(`${file}: ${reason}.`)
  }
  throw new CommandError(`${file} has more than ${MAX_IMPORT_ROWS} questions.`)
}

const counted = (count: number) => (count === 1 ? '1 question' : `${count} questions`)

/**
 * Validates a file's rows as an import; adds all with `isTaken`.
 * @throws CommandError listing the problems by line; nothing is added then
 */
async function importFile(site: Site, file: string, isTaken: boolean): Promise<string> {
  const rows = await rowsOf(file)
  let importId = ''
  for (let sent = 0; sent < rows.length; sent += IMPORT_ROWS_PER_CALL) {
    const results = await site.call('operator', 'POST /import/row', {
      ...(importId && { importId }),
      rows: rows.slice(sent, sent + IMPORT_ROWS_PER_CALL),
    })
    importId = results[0]!.importId
    if (process.stderr.isTTY)
      process.stderr.write(`\r${Math.min(sent + IMPORT_ROWS_PER_CALL, rows.length)}/${rows.length}`)
  }
  if (process.stderr.isTTY) process.stderr.write('\n')
  const results = await site.call('operator', 'GET /import', { importId })
  const { problems, problemCount, rows: count, scheduled } = results[0]!
  if (problemCount > 0) {
    const lines = problems.map(({ line, problem, field = '', other = '' }) => {
      const sentence = sentences[problem].replace('{field}', field).replace('{other}', other)
      return `line ${line}: ${sentence}`
    })
    const rest = problemCount - problems.length
    if (rest > 0) lines.push(`and ${rest} more`)
    throw new CommandError(`${file}: nothing was imported.\n${lines.join('\n')}`)
  }
  const summary = `${counted(count)} (${scheduled} with a date)`
  if (!isTaken) return `${summary}. No problem was found. Add --take to import.`
  await site.call('operator', 'POST /import', { importId })
  return `Imported: ${summary}.`
}

async function exportFile(site: Site, file: string): Promise<string> {
  const rows: ExportRow[] = []
  for (;;) {
    const after = rows.at(-1)?.poolId
    const range = { ...(after && { after }), limit: String(EXPORT_ROWS_PER_CALL) }
    const results = await site.call('operator', 'GET /export', range)
    rows.push(...results)
    if (results.length < EXPORT_ROWS_PER_CALL) break
  }
  await writeFile(file, writeQuestionFile(rows, formatOf(file)))
  return `${counted(rows.length)} written to ${file}.`
}
