import { sqlText } from '../../harness/local/sql-text.ts'
import { listedWordsIn, prepareWords } from '../../src/domain/filter/word-list.ts'
import { CommandError, unknownCommand, type Execute } from './database.ts'

export const WORDS_USAGE = `  npm run operator -- words list
  npm run operator -- words add <word> <held|refused>
  npm run operator -- words remove <word>
  npm run operator -- words try <word>     what it finds among the last 1,000 posts
  npm run operator -- words hits           what the filters did, by day`

const LIST = 'SELECT word, outcome FROM filter_word ORDER BY word'

const NEWEST_TEXTS = `SELECT text FROM comment WHERE deleted_at IS NULL AND text <> ''
  ORDER BY seq DESC LIMIT 1000`

const HITS = `SELECT date(at / 1000 + 32400, 'unixepoch') AS day, filter, word, outcome, count(*) AS posts
  FROM filter_hit GROUP BY day, filter, word, outcome ORDER BY day DESC, posts DESC LIMIT 200`

export async function operateWords(execute: Execute, words: string[]): Promise<string> {
  const [action = '', word = '', outcome = ''] = words
  const isAllowed = outcome === 'held' || outcome === 'refused'
  const count = { list: 1, hits: 1, remove: 2, try: 2, add: 3 }[action]
  if (words.length !== count || (action === 'add' && !isAllowed))
    throw unknownCommand(words, WORDS_USAGE)
  const list = prepareWords([{ word, outcome: 'held' }])
  if (word && list.length === 0) throw new CommandError('The word has no letters.')
  if (action === 'list') return lines(await execute(LIST))
  if (action === 'hits') return lines(await execute(HITS))
  if (action === 'remove') {
    await execute(`DELETE FROM filter_word WHERE word = ${sqlText(word)}`)
    return `${word} is not in the list.`
  }
  if (action === 'add') {
    await execute(`INSERT INTO filter_word (word, outcome, created_at)
      VALUES (${sqlText(word)}, '${outcome}', ${Date.now()})
      ON CONFLICT (word) DO UPDATE SET outcome = excluded.outcome`)
    return `Posts with ${word} are ${outcome}.`
  }
  const posts = await execute<{ text: string }>(NEWEST_TEXTS)
  const matches = posts.filter(({ text }) => listedWordsIn(text, list).length > 0)
  const texts = matches.map(({ text }) => `- ${text.replaceAll('\n', ' ')}`)
  return [`${matches.length} of the last ${posts.length} posts`, ...texts].join('\n')
}

const lines = (rows: Record<string, unknown>[]) =>
  rows.map((row) => Object.values(row).join('  ')).join('\n') || 'Nothing yet.'
