import { parseArgs } from 'node:util'
import { sqlText } from '../harness/local/sql-text.ts'
import { run, output, stopWith } from '../harness/local/run.ts'
import { listedWordsIn, prepareWords } from '../src/domain/filter/word-list.ts'

const USAGE = `Keeps the list of words that posts are matched against, and shows what the filters did.
  npm run words -- list
  npm run words -- add <word> --held | --refused
  npm run words -- remove <word>
  npm run words -- try <word>     what it finds among the last 1,000 posts
  npm run words -- hits           what the filters did, by day
With --remote it is the deployment's database, else the one of this machine.`

/** Posts that `try` looks at. */
const MAX_TRIED = 1_000

const TRIED = `SELECT text FROM comment WHERE deleted_at IS NULL AND text <> ''
  ORDER BY seq DESC LIMIT ${MAX_TRIED}`

const HITS = `SELECT date(at / 1000 + 32400, 'unixepoch') AS day, filter, word, outcome, count(*) AS posts
  FROM filter_hit GROUP BY day, filter, word, outcome ORDER BY day DESC, posts DESC LIMIT 200`

/**
 * The SQL of a command.
 * @throws RangeError with a sentence for the operator
 */
export function wordsStatement(
  [command, word, ...others]: string[],
  outcome: 'held' | 'refused' | undefined,
  nowMs: number,
): string {
  const takesWord = command === 'add' || command === 'remove' || command === 'try'
  if (others.length > 0 || takesWord !== (word !== undefined)) throw new RangeError(USAGE)
  if (word !== undefined && prepareWords([{ word, outcome: 'held' }]).length === 0)
    throw new RangeError('The word has no letters.')
  if (command === 'list') return 'SELECT word, outcome FROM filter_word ORDER BY word'
  if (command === 'hits') return HITS
  if (command === 'try') return TRIED
  if (command === 'remove') return `DELETE FROM filter_word WHERE word = ${sqlText(word!)}`
  if (command !== 'add' || !outcome) throw new RangeError(USAGE)
  return `INSERT INTO filter_word (word, outcome, created_at)
    VALUES (${sqlText(word!)}, '${outcome}', ${nowMs})
    ON CONFLICT (word) DO UPDATE SET outcome = excluded.outcome`
}

/** The texts that a word would have found. */
export function tryWord(word: string, texts: readonly string[]): string[] {
  const list = prepareWords([{ word, outcome: 'held' }])
  return texts.filter((text) => listedWordsIn(text, list).length > 0)
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      remote: { type: 'boolean', default: false },
      held: { type: 'boolean', default: false },
      refused: { type: 'boolean', default: false },
    },
  })
  if (values.held && values.refused) stopWith(USAGE)
  const outcome = values.refused ? 'refused' : values.held ? 'held' : undefined
  let sql = ''
  try {
    sql = wordsStatement(positionals, outcome, Date.now())
  } catch (error) {
    stopWith((error as Error).message)
  }
  const args = [
    'd1',
    'execute',
    'DB',
    values.remote ? '--remote' : '--local',
    '--yes',
    '--command',
    sql,
  ]
  if (positionals[0] !== 'try') process.exit(await run('wrangler', args))
  const json = await output('wrangler', [...args, '--json'])
  const [{ results }] = JSON.parse(json) as [{ results: { text: string }[] }]
  const found = tryWord(
    positionals[1]!,
    results.map(({ text }) => text),
  )
  console.log(`${found.length} of the last ${results.length} posts`)
  for (const text of found) console.log(`- ${text.replaceAll('\n', ' ')}`)
}

if (import.meta.main) await main()
