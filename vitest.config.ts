import { defineConfig } from 'vitest/config'
import { MAX_TEST_MS, MAX_WAIT_MS } from './harness/max-wait.ts'

const limits = {
  testTimeout: MAX_TEST_MS,
  hookTimeout: MAX_TEST_MS,
  expect: { poll: { timeout: MAX_WAIT_MS } },
}

/**
 * One process per core for many files: importing Miniflare and Playwright takes longer than most files.
 * Files must not leave globals changed.
 */
const processes = { pool: 'forks', maxWorkers: 2, isolate: false, ...limits } as const

// Guards run in threads first. Within a project, Vitest starts the slowest files of the last run first.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'domain',
          include: ['tests/{domain,guards}/**/*.test.ts'],
          pool: 'threads',
          maxWorkers: 2,
          isolate: false,
          unstubGlobals: true,
          ...limits,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'islands',
          include: ['tests/islands/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'https://ichimon.example/' } },
          pool: 'threads',
          maxWorkers: 2,
          ...limits,
          testTimeout: MAX_WAIT_MS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/set-up/build.ts', 'tests/set-up/chromium.ts'],
          ...processes,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          globalSetup: ['tests/set-up/build.ts'],
          ...processes,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // `npm run test:slow`.
        test: {
          name: 'slow',
          include: [
            'tests/slow/**/*.test.ts',
            'tests/worker/{bad-input,comment-limit,live,passcode,storage-costs}.test.ts',
          ],
          env: {
            BAD_INPUT: '50',
            GUESSES: '300',
            MAX_COMMENTS: '20000',
            POSTING_PEOPLE: '100',
            SCHEDULES: '60',
          },
          globalSetup: ['tests/set-up/build.ts', 'tests/set-up/chromium.ts'],
          ...processes,
          testTimeout: 5 * MAX_TEST_MS,
          hookTimeout: 5 * MAX_TEST_MS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
