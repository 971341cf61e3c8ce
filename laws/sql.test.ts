import { isTest, sources } from './files.ts'
import { law } from './law.ts'

const statement = /\bsql[`<]|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\brun\(\w+\.db\b/

// The ground is what statements are made with; the command line and the demo write in bulk
const allowed = /\.store\.ts$|^server\/src\/(ground|admin|demo)\//

/** Files that hold some yet. The list is only ever made shorter. */
const still = new Set([
  'server/src/features/keys/card-import/card-import.ts',
  'server/src/features/keys/card-import/kind.ts',
  'server/src/features/keys/card-import/letters.ts',
  'server/src/features/keys/card-import/review.ts',
  'server/src/features/keys/card-import/undo.ts',
  'server/src/features/keys/key-acts/key-runs.ts',
  'server/src/features/keys/key-acts/reasons.ts',
  'server/src/features/keys/key-assignment/reasons.ts',
  'server/src/features/keys/key-acts/policy/kind.ts',
  'server/src/features/keys/security-keys/look.ts',
  'server/src/features/keys/security-keys/passport.ts',
  'server/src/features/keys/security-keys/security-keys.reply.ts',
  'server/src/features/keys/sharing/look.ts',
  'server/src/features/oversight/log-chain/line.ts',
  'server/src/features/people/bulk-runs/kind.ts',
  'server/src/features/people/personal-accounts/personal-accounts.ts',
  'server/src/features/people/user-import/kind.ts',
  'server/src/features/people/user-import/review.ts',
  'server/src/features/people/user-import/undo.ts',
  'server/src/features/people/user-import/user-import.ts',
  'server/src/features/people/users/reasons.ts',
  'server/src/features/people/users/users.many.ts',
  'server/src/features/people/users/users.bin.ts',
  'server/src/features/tenancy/administrators/administrators.list.ts',
  'server/src/features/tenancy/all-administrators/list.ts',
  'server/src/features/work/rank/rank.ts',
  'server/src/outside/reader.ts',
])

const files = sources(['server/src'], /\.ts$/)
  .filter(file => !isTest(file.path) && !allowed.test(file.path))
  .map(({ path, text }) => ({ path, holds: statement.test(text), declared: still.has(path) }))

law('what is asked of the database stands in stores', {
  because: 'Whoever changes a table must find all that reads it by one pattern of names.',
  over: files,
  guilty: ({ path, holds, declared }) =>
    holds && !declared
      ? `${path} holds SQL`
      : declared && !holds && `${path} holds no SQL any more: take it from the list`,
  bites: { path: 'server/src/features/people/users/users.ts', holds: true, declared: false },
  passes: { path: 'server/src/features/people/users/users.many.ts', holds: true, declared: true },
})

law('a file that holds SQL yet is there', {
  because: 'An exception for nothing lets the next one in.',
  over: [...still],
  guilty: path => !files.some(file => file.path === path) && path,
  bites: 'server/src/gone.ts',
  passes: [...still][0] ?? '',
})
