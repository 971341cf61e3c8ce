import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Many tests start programs of ours, which begin in half the time where Node keeps what it made of their files
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compile')

const ignored = ['**/node_modules/**', '**/dist/**']

// What is waited for comes when it comes; a second, which is the default, is not much on a busy machine
const patient = { poll: { timeout: 15_000 } }

const server = {
  include: ['server/**/*.test.ts'],
  exclude: ignored,
  globalSetup: ['server/test/cluster.ts'],
  setupFiles: ['server/test/any-order.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Jobs are taken at once, and soon done
  expect: { poll: { ...patient.poll, interval: 20 } },
}
// They put something in a module's place, or change whom the process trusts. All others share what is loaded, which
// else takes more time than the tests
const alone = [
  'server/test/witness.test.ts',
  'server/src/features/access/self-service-settings/automatic.test.ts',
  'server/src/features/access/self-service-settings/try-automatic.test.ts',
]

export default defineConfig({
  test: {
    // Two cores are what we promise to run on; more workers only make timings uncertain.
    maxWorkers: 2,
    // Of the tests that run in any order (server/test/any-order.ts)
    sequence: { seed: 7 },
    projects: [
      { test: { name: 'contract', include: ['contract/**/*.test.ts'], exclude: ignored } },
      { test: { name: 'console', include: ['console/src/**/*.test.ts'], exclude: ignored, testTimeout: 30_000 } },
      { test: { name: 'extension', include: ['extension/src/**/*.test.ts'], exclude: ignored } },
      { test: { name: 'reader', include: ['reader/src/**/*.test.ts'], exclude: ignored, testTimeout: 30_000 } },
      {
        test: {
          name: 'laws',
          include: ['laws/**/*.test.ts', 'start/**/*.test.mjs'],
          exclude: ignored,
          testTimeout: 60_000,
        },
      },
      { test: { ...server, name: 'server', exclude: [...ignored, ...alone], isolate: false } },
      { test: { ...server, name: 'server alone', include: alone } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          exclude: ignored,
          globalSetup: ['e2e/shared.ts'],
          setupFiles: ['e2e/each-file.ts'],
          // One browser for all files that a worker goes through
          isolate: false,
          // Journeys wait as often as they work
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: patient,
        },
      },
    ],
  },
})
