import { isTest, sources, type SourceFile } from './files.ts'
import { law } from './law.ts'

// Where code runs concurrently outside a shared transaction
const excused: Readonly<Record<string, string>> = {
  'server/src/platform/db/pipeline.ts': 'implements sendTogether',
  'server/src/platform/scheduled-tasks.ts': 'each task starts its own transactions',
  'server/src/platform/jobs.ts': 'each job starts its own transactions',
  'server/src/http/drain/drain.ts': 'waits for connections to close, with a timeout',
  'server/src/processes/supervise.ts': 'starts and ends processes, outside any transaction',
  'server/src/open-app-context.ts': 'opens pools before any transaction exists',
  'server/src/features/access/approvals/approvals.jobs.ts': 'each phone has its own transaction',
  'server/src/features/directories/ldap/reader/people-walk.ts': 'queries an LDAP directory, outside any transaction',
  'server/src/features/directories/on-behalf/on-behalf.kind.ts': 'each user has their own transactions',
  'server/src/features/keys/push/push.ts': 'calls push services, outside any transaction',
  'server/src/features/keys/authenticator/hmac-secret.ts': 'calls the keys of a card, not the database',
  'server/src/features/oversight/downloads/programs.ts': 'reads files',
  'server/src/features/directories/provisioning/delivery/due-delivery.ts':
    'each application starts its own transactions',
  'server/src/features/directories/provisioning/delivery/delivery-slice.ts':
    'calls applications, each in its own transactions',
  'server/src/features/oversight/log-streams/sending/stream-delivery.ts': 'each stream starts its own transactions',
}

const parallel = /\bPromise\s*\.\s*(all|allSettled|race|any)\b/

law('statements that are sent together are awaited together', {
  because:
    "Promise.all rejects at the first error; statements of its other branches would then run in another caller's transaction. Use sendTogether().",
  over: sources(['server/src'], /\.ts$/).filter(file => !isTest(file.path)),
  guilty: (file: SourceFile) => !(file.path in excused) && parallel.test(file.text) && file.path,
  bites: { path: 'server/src/features/a.ts', text: 'await Promise.all([one(ctx), two(ctx)])' },
  passes: { path: 'server/src/features/a.ts', text: 'await together(one(ctx), two(ctx))' },
})

law('an exception for parallel work is used', {
  because: 'An unused exception hides the next violation.',
  over: Object.keys(excused),
  guilty: path =>
    !sources(['server/src'], /\.ts$/).some(file => file.path === path && parallel.test(file.text)) && path,
  bites: 'server/src/main.ts',
  passes: 'server/src/open-app-context.ts',
})
