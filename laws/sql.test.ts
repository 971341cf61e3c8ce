import { isTest, sources } from './files.ts'
import { law } from './law.ts'

const statement = /\bsql[`<]|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\brun\(\w+\.db\b/

const allowed = /\.store\.ts$|^server\/src\/(platform|admin|demo)\//

const still = new Set(['server/src/features/work/rank/rank.ts'])

const files = sources(['server/src'], /\.ts$/)
  .filter(file => !isTest(file.path) && !allowed.test(file.path))
  .map(({ path, text }) => ({ path, holds: statement.test(text), declared: still.has(path) }))

law('SQL is in stores', {
  because: 'If you change a table, you find all its statements by file name.',
  over: files,
  guilty: ({ path, holds, declared }) =>
    holds && !declared
      ? `${path} holds SQL`
      : declared && !holds && `${path} holds no SQL any more: take it from the list`,
  bites: { path: 'server/src/features/people/users/users.ts', holds: true, declared: false },
  passes: { path: 'server/src/features/work/rank/rank.ts', holds: true, declared: true },
})

law('an exception for a file with SQL is used', {
  because: 'An unused exception hides the next violation.',
  over: [...still],
  guilty: path => !files.some(file => file.path === path) && path,
  bites: 'server/src/gone.ts',
  passes: [...still][0] ?? '',
})

law('database clients outside of the pools come from one place', {
  because: 'A client without a listener ends the process when its connection is lost.',
  over: sources(['server/src'], /\.ts$/).filter(file => !isTest(file.path)),
  guilty: ({ path, text }) =>
    /new pg\.Client\(/.test(text) && path !== 'server/src/platform/db/database-client.ts' && path,
  bites: { path: 'server/src/admin/seed.ts', text: 'new pg.Client(url)' },
  passes: { path: 'server/src/platform/db/database-client.ts', text: 'new pg.Client(url)' },
})
