// Tests run in random order, by the seed in vitest.config.ts or with --sequence.seed. Steps that depend on
// each other are one test.
import { relative, sep } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { inOrder } from './in-order.ts'
import { writeReplyFields } from './reply-fields.ts'

interface Task {
  shuffle?: boolean
  tasks?: Task[]
}

const shuffle = (task: Task): void => {
  task.shuffle = true
  for (const inner of task.tasks ?? []) if (inner.tasks) shuffle(inner)
}

// oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads the requested fixtures from this pattern
beforeAll(({}, file) => {
  const path = relative(process.cwd(), file.file.filepath).replaceAll(sep, '/')
  if (!inOrder.includes(path)) shuffle(file)
})

afterAll(writeReplyFields)
