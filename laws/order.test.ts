import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inOrder } from '../server/test/app/in-order.ts'
import { root } from './files.ts'
import { law } from './law.ts'

law('a test file that runs in order is at the path that the list names', {
  because: 'A file that moved without its line would run in random order.',
  over: inOrder,
  guilty: path => !existsSync(join(root, path)) && path,
  bites: 'server/test/moved.test.ts',
  passes: 'server/test/people/matrix.test.ts',
})
