import { CommandError } from './database.ts'
import type { RefusedError } from './site.ts'

/** The sentence for each missing option. */
export const reasons = {
  version: 'Name the version that you read, as questions show prints it: --version <number>.',
  answered:
    'Say how many people have answered today, as questions show prints it: --answered <number>. Their answers stay with the old question.',
}

/** The sentence for a refusal by the site, by its code and field. */
export function questionRefusal({ body }: RefusedError): CommandError {
  const byField: Record<string, string> = {
    version: 'The question has changed since this version. Read it again with questions show.',
    seenId: 'The day has changed meanwhile. Read it again with questions show.',
    seenFrom: 'The day has changed meanwhile, or its question cannot be moved.',
    seenTo: 'The other day has changed meanwhile. Read it again with questions show.',
    answered: `${reasons.answered} More people have answered than you said.`,
    texts: 'A text is empty, too long, or the text of another question.',
    topicId: 'There is no such topic.',
    season: 'Days of the year are MM-DD or MM-DD..MM-DD, within one year.',
    day: 'This day cannot be changed: it is past, or too far ahead.',
    from: 'Only days to come can be moved.',
    to: 'The other day must be another one to come.',
    rows: 'The rows of the import have changed. Start again.',
  }
  if (body.errorCode === -1015) return new CommandError('This person has no role for that.')
  if (body.errorCode === -1022)
    return new CommandError('There is no such question, or it is retired.')
  const known = body.field && byField[body.field]
  return new CommandError(known || `The site refused: ${body.errorCode} ${body.message}`)
}
