import { defineConfig } from 'vitest/config'

// Two cores: rules run in threads, workerd and browser tests two files at a time, and the three kinds
// one after another.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'domain',
          include: ['tests/{domain,guards}/**/*.test.ts', 'tests/*.test.ts'],
          pool: 'threads',
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          globalSetup: ['tests/set-up/build.ts'],
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/set-up/build.ts', 'tests/set-up/chromium.ts'],
          pool: 'forks',
          testTimeout: 120_000,
          // A browser on a busy machine may miss a beat once; a fault fails twice.
          retry: process.env['CI'] ? 1 : 0,
          hookTimeout: 120_000,
          // A browser beside other work may take its time.
          expect: { poll: { timeout: 15_000 } },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
