import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inOrder } from '../server/test/app/in-order.ts'
import { root } from './files.ts'
import { law } from './law.ts'

law('each file of the list of ordered test files exists', {
  because: 'A moved file that is missing from the list would run in random order.',
  over: inOrder,
  guilty: path => !existsSync(join(root, path)) && path,
  bites: 'server/test/moved.test.ts',
  passes: 'server/test/people/matrix.test.ts',
})
