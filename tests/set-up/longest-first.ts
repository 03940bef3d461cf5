import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take much longer than others of their size, longest first: the last worker should not be left alone. */
const longest = [
  'accessibility',
  'deploy',
  'offline',
  'dialogs',
  'sizes',
  'reading',
  'midnight',
  'settings',
  'remote-deletion',
  'account-session',
  'maintenance',
  'mail',
  'remote-failing',
  'account-social',
  'previous-release',
  'account-codes',
  'layout-shift',
  'authorization',
  'live',
  'schedule',
  'remote-faults',
]

const rank = ({ moduleId }: TestSpecification) => {
  const index = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return index < 0 ? longest.length : index
}
const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder

/** Vitest's order, with these files before the others of their group, then project by project: a process that is not isolated serves the files of one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort(
      (one, other) =>
        group(one) - group(other) ||
        rank(one) - rank(other) ||
        one.project.name.localeCompare(other.project.name),
    )
  }
}
