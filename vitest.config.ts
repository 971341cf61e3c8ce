import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { folderInMemory } from './server/test/app/folder-in-memory.ts'

// Many tests start our programs, which start in half the time with Node's compile cache
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compile')

const inMemory = process.env['TMPDIR'] === undefined ? folderInMemory() : undefined
if (inMemory !== undefined) process.env['TMPDIR'] = inMemory

const ignored = ['**/node_modules/**', '**/dist/**']

// The default timeout of one second is too short for a busy machine
const patient = { poll: { timeout: 15_000 } }

/** Small files, which share loaded modules, because a process for each takes as long as their tests. */
const shared = { exclude: ignored, isolate: false, testTimeout: 30_000 }

const server = {
  include: ['server/**/*.test.ts'],
  exclude: ignored,
  globalSetup: ['server/test/app/cluster.ts'],
  setupFiles: ['server/test/app/any-order.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Each file starts an app, whose many short-lived objects otherwise cost a quarter of the time in garbage collection
  execArgv: ['--max-semi-space-size=64'],
  // Jobs start immediately and finish quickly, so poll often
  expect: { poll: { ...patient.poll, interval: 20 } },
}
// These files mock modules or change the process's trusted CAs. All others share loaded modules, because loading
// takes longer than the tests
const alone = [
  'server/test/app/audit-probe.test.ts',
  'server/src/features/access/self-service-settings/automatic.test.ts',
  'server/src/features/access/self-service-settings/try-automatic.test.ts',
]

/**
 * Files that take long although they are small: they share the list of screens, or start servers and databases, or try
 * whole protocols.
 */
const takesLong = /\/barriers\.\d\.spec\.ts$|\/server\/test\/(?:conformance|faults|processes)\//

/**
 * Starts the files that take longest first, so that no worker is left alone with one at the end. Without results of an
 * earlier run, vitest orders files by size.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const long = ({ moduleId }: TestSpecification) => takesLong.test(moduleId)
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the class, not of a list
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => group(one) - group(other) || Number(long(other)) - Number(long(one)))
  }
}

export default defineConfig({
  test: {
    // Two cores are the supported minimum; more workers only make timings unreliable.
    maxWorkers: 2,
    // Seed for tests that run in random order (server/test/app/any-order.ts)
    sequence: { seed: 7, sequencer: LongestFirst },
    projects: [
      { test: { ...shared, name: 'contract', include: ['contract/**/*.test.ts'] } },
      { test: { ...shared, name: 'console', include: ['console/src/**/*.test.ts'] } },
      { test: { ...shared, name: 'extension', include: ['extension/src/**/*.test.ts'] } },
      { test: { ...shared, name: 'reader', include: ['reader/src/**/*.test.ts'] } },
      {
        test: {
          name: 'laws',
          include: ['laws/**/*.test.ts', 'start/**/*.test.mjs'],
          exclude: ignored,
          // They share loaded modules, of which some parse all files of the project
          isolate: false,
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
          globalSetup: ['e2e/shared-servers.ts'],
          setupFiles: ['e2e/each-file.ts'],
          isolate: false,
          // Journeys spend about as much time waiting as working
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
