import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/set-up/longest-first.ts'

/** A machine that is slow, or busy with other work, may take its time: a limit ends what hangs, and measures nothing. */
const slowly = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

// Two cores: rules run in threads first. Tests of workerd and of the browser wait for each other's processes, so four
// files run at a time, both kinds together. A process serves file after file: importing Miniflare and Playwright takes
// longer than most files. A file therefore leaves no global changed; those of the domain stand in for modules and
// globals and are isolated.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'domain',
          include: ['tests/{domain,guards}/**/*.test.ts', 'tests/*.test.ts'],
          pool: 'threads',
          maxWorkers: 2,
          ...slowly,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/set-up/build.ts', 'tests/set-up/chromium.ts'],
          pool: 'forks',
          maxWorkers: 4,
          isolate: false,
          ...slowly,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          globalSetup: ['tests/set-up/build.ts'],
          pool: 'forks',
          maxWorkers: 4,
          isolate: false,
          ...slowly,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
