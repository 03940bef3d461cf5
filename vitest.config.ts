import { defineConfig } from 'vitest/config'

// Two cores: rules run in threads first. Tests of workerd and of the browser wait for each other's processes, so three
// files run at a time, both kinds together.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'domain',
          include: ['tests/{domain,guards}/**/*.test.ts', 'tests/*.test.ts'],
          pool: 'threads',
          maxWorkers: 2,
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/set-up/build.ts', 'tests/set-up/chromium.ts'],
          pool: 'forks',
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A browser beside other work may take its time.
          expect: { poll: { timeout: 15_000 } },
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          globalSetup: ['tests/set-up/build.ts'],
          pool: 'forks',
          maxWorkers: 3,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
