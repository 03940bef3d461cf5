import type { Results } from '../../src/contract/call-types.ts'
import { rules, type Rule } from './check-rules.ts'
import { CommandError, unknownCommand, type Execute } from './database.ts'
import type { Site } from './site.ts'

export const CHECK_USAGE = `  npm run operator -- check [--repair]`
export const checkOptions = { repair: { type: 'boolean' } } as const

const MAX_NAMED = 10

/**
 * Checks the invariants of the database and, through the site, of stored pictures.
 * @param withSite makes an operator's calls; throws CommandError when the site does not respond
 * @returns text to print when everything is right or repaired
 * @throws CommandError with the same report otherwise
 */
export async function operateCheck(
  execute: Execute,
  withSite: (use: (site: Site) => Promise<PictureFaults>) => Promise<PictureFaults>,
  words: string[],
  { repair = false }: { repair?: boolean | undefined },
): Promise<string> {
  if (words.length > 0) throw unknownCommand(words, CHECK_USAGE)
  const lines: string[] = []
  let left = 0
  const report = (title: string, names: string[], isRepaired: boolean) => {
    if (names.length === 0) return lines.push(`ok        ${title}: none`)
    const named = names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ', …' : '')
    if (!isRepaired) left += 1
    return lines.push(
      `${isRepaired ? 'repaired' : 'found   '}  ${title}: ${names.length} (${named})`,
    )
  }
  for (const rule of rules) {
    try {
      const { names, others } = await look(execute, rule, repair)
      report(rule.title, names, repair && rule.repair !== undefined && others === 0)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      left += 1
      lines.push(`unknown   ${rule.title}: ${error.message}`)
    }
  }
  try {
    const { strays, missing } = await withSite((site) => pictureFaults(site, repair))
    report('Stored objects belong to no picture', strays, repair)
    report('Pictures have no stored object', missing, false)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    left += 1
    lines.push(`unknown   The stored pictures were not checked. ${error.message}`)
  }
  if (left === 0) return [...lines, 'Everything is well.'].join('\n')
  const hint = repair ? '' : ' --repair does what is safe.'
  throw new CommandError(
    [
      ...lines,
      `${left} of these need you.${hint} docs/operating.md#integrity says what each means.`,
    ].join('\n'),
  )
}

async function look(execute: Execute, { find, repair }: Rule, isRepairing: boolean) {
  const found = await execute<{ name: string }>(find)
  const isRepaired = isRepairing && repair !== undefined && found.length > 0
  const others = isRepaired ? (await execute(repair, find)).length : 0
  return { names: found.map(({ name }) => name).sort(), others }
}

type Faults = Results<'operator', 'POST /picture/check'>[number]
type PictureFaults = Pick<Faults, 'strays' | 'missing'>

async function pictureFaults(site: Site, repair: boolean): Promise<PictureFaults> {
  const all: PictureFaults = { strays: [], missing: [] }
  let after: string | undefined
  do {
    const [page] = await site.call('operator', 'POST /picture/check', { after, repair })
    all.strays.push(...page!.strays)
    all.missing.push(...page!.missing)
    after = page!.next ?? undefined
  } while (after)
  return all
}
