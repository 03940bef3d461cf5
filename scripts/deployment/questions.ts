import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { questionStatements } from '../../harness/local/import-questions.ts'
import { wranglerQuietly } from './account.ts'

/** Brings the built-in questions of the remote database up to date. */
export async function importQuestions(configFile: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'ichimon-')), 'questions.sql')
  const statements = questionStatements().map((sql) => `${sql.replace(/;\s*$/, '')};\n`)
  writeFileSync(file, statements.join(''))
  const where = ['--remote', '--yes', '--config', configFile]
  await wranglerQuietly('d1', 'execute', 'DB', ...where, '--file', file)
  console.log('Questions: imported')
}
