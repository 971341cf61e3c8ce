import { isTest, sources } from './files.ts'
import { law } from './law.ts'

const statement = /\bsql[`<]|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\brun\(\w+\.db\b/

const allowed = /\.store\.ts$|^server\/src\/(platform|admin|demo)\//

const exceptions = new Set(['server/src/features/work/rank/rank.ts'])

const files = sources(['server/src'], /\.ts$/)
  .filter(file => !isTest(file.path) && !allowed.test(file.path))
  .map(({ path, text }) => ({ path, hasSql: statement.test(text), declared: exceptions.has(path) }))

law('SQL is in stores', {
  because: 'If you change a table, you find all its statements by file name.',
  over: files,
  guilty: ({ path, hasSql, declared }) =>
    hasSql && !declared
      ? `${path} contains SQL`
      : declared && !hasSql && `${path} contains no SQL: remove it from the list`,
  bites: { path: 'server/src/features/people/users/users.ts', hasSql: true, declared: false },
  passes: { path: 'server/src/features/work/rank/rank.ts', hasSql: true, declared: true },
})

law('an exception for a file with SQL is used', {
  because: 'An unused exception hides the next violation.',
  over: [...exceptions],
  guilty: path => !files.some(file => file.path === path) && path,
  bites: 'server/src/gone.ts',
  passes: [...exceptions][0] ?? '',
})

law('database clients outside of the pools come from one place', {
  because: 'A client without a listener ends the process when its connection is lost.',
  over: sources(['server/src'], /\.ts$/).filter(file => !isTest(file.path)),
  guilty: ({ path, text }) =>
    /new pg\.Client\(/.test(text) && path !== 'server/src/platform/db/database-client.ts' && path,
  bites: { path: 'server/src/admin/seed.ts', text: 'new pg.Client(url)' },
  passes: { path: 'server/src/platform/db/database-client.ts', text: 'new pg.Client(url)' },
})
