// Rooms whose tests stand in whatever order they come are asked so: in one that the seed of vitest.config.ts gives, the
// same each time, or another with --sequence.seed. Steps of which one needs the other are one test.
import { relative, sep } from 'node:path'
import { beforeAll } from 'vitest'

/** What is not mended yet runs as it is written, as the lists of users among thousands; what stands here only becomes more. */
const rooms = /^server\/src\/features\/(people\/(?!users\/users\.list)|tenancy\/|work\/)/

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
  if (rooms.test(relative(process.cwd(), file.file.filepath).replaceAll(sep, '/'))) shuffle(file)
})
