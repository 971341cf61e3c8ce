// Tests run in random order, by the seed in vitest.config.ts or with --sequence.seed. Steps that depend on
// each other are one test.
import { relative, sep } from 'node:path'
import { beforeAll } from 'vitest'

/**
 * Files that still run in order; this list may only shrink. Either one test app or database goes through all
 * faults of a file, or a call of a matrix leaves state for the next.
 */
const inOrder: ReadonlySet<string> = new Set(
  [
    'src/features/access/self-service-settings/automatic',
    'test/bouncer',
    'server/test/faults/faults',
    'test/matrix',
    'test/matrix-of-whom',
    'server/test/past/upgrade',
    'server/test/processes/crash',
    'server/test/processes/several',
    'server/test/processes/start-refusals',
    'server/test/processes/terminal',
    'server/test/processes/together',
    'test/stale',
    'test/whole-contract',
    'test/witness',
  ].map(name => `server/${name}.test.ts`),
)

interface Task {
  shuffle?: boolean
  tasks?: Task[]
}

const shuffle = (task: Task): void => {
  task.shuffle = true
  for (const inner of task.tasks ?? []) if (inner.tasks) shuffle(inner)
}

// oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from it what is asked for
beforeAll(({}, file) => {
  const path = relative(process.cwd(), file.file.filepath).replaceAll(sep, '/')
  if (!inOrder.has(path)) shuffle(file)
})
