import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take much longer than others of their size, longest first: the last worker should not be left alone. */
const longest = [
  'reading',
  'dialogs',
  'accessibility',
  'settings',
  'remote-deletion',
  'account-session',
  'maintenance',
  'midnight',
  'sizes',
  'mail',
  'remote-failing',
  'account-social',
  'account-codes',
  'shift',
  'authorization',
  'live',
  'schedule',
  'remote-faults',
]

const rank = ({ moduleId }: TestSpecification) => {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return place < 0 ? longest.length : place
}
const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder

/** Vitest's order, with these files before the others of their group. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => group(one) - group(other) || rank(one) - rank(other))
  }
}
