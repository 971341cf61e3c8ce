import { isTest, sources, type SourceFile } from './files.ts'
import { law } from './law.ts'

/** Why a test writes tables directly instead of using the product's own API (`server/test/api/test-data.ts`). */
const reasons = {
  database: 'changes that bypass the server: by an attacker, an operator, a restore, or another release',
  guard: 'the test is about triggers, constraints, or database roles, whichever code makes the change',
  load: 'creating this many rows through the API would take too long',
  killed: 'state left by a process that was killed during its work',
  past: 'old rows, or times that the database compares with its own clock',
  unreachable: 'no call creates this state: a directory, a partner, a demo workspace, a disabled workspace',
  fixture: 'users and objects that tests start with',
  shortcut: 'several calls could create this state; the number of these exceptions must not grow',
}

const allowedWrites: Readonly<Record<string, readonly [times: number, ...because: (keyof typeof reasons)[]]>> = {
  'server/src/admin/admin.test.ts': [1, 'shortcut'],
  'server/test/app/loopback.ts': [1, 'fixture'],
  'server/src/admin/backup/backup.test.ts': [2, 'database', 'shortcut'],
  'server/src/admin/log/verify-log.test.ts': [5, 'database'],
  'server/src/features/directories/scim/lists.test.ts': [3, 'load'],
  'server/src/features/directories/links/links.test.ts': [2, 'shortcut'],
  'server/src/features/directories/syncs/killed.test.ts': [1, 'killed'],
  'server/src/features/directories/syncs/syncs.test.ts': [2, 'killed', 'shortcut'],
  'server/src/features/billing/bills/bills.test.ts': [4, 'guard', 'database'],
  'server/src/features/billing/licenses/licenses.test.ts': [2, 'unreachable'],
  'server/src/features/billing/usage/usage.test.ts': [2, 'shortcut'],
  'server/test/people/matrix-of-governance.test.ts': [1, 'unreachable'],
  'server/test/people/matrix.test.ts': [1, 'unreachable'],
  'server/src/features/tenancy/workspaces/governance.test.ts': [5, 'unreachable', 'shortcut'],
  'server/src/features/tenancy/second-person/second-person.test.ts': [1, 'unreachable'],
  'server/src/features/tenancy/workspaces/freed-addresses.test.ts': [6, 'guard', 'past'],
  'server/src/features/access/account/account.test.ts': [4, 'unreachable', 'shortcut'],
  'server/src/features/access/approvals/approvals.test.ts': [3, 'shortcut'],
  'server/src/features/access/guesses/guesses.test.ts': [1, 'past'],
  'server/src/features/access/registration/registration-links.test.ts': [1, 'unreachable'],
  'server/src/features/access/registration/of-rank.test.ts': [1, 'past'],
  'server/src/features/access/registration/registration.test.ts': [3, 'unreachable'],
  'server/src/features/access/registration/short-registration.test.ts': [1, 'fixture'],
  'server/src/features/access/self-service-settings/automatic.test.ts': [1, 'shortcut'],
  'server/src/features/access/self-service/finish.test.ts': [1, 'shortcut'],
  'server/src/features/access/self-service/self-service.test.ts': [1, 'unreachable'],
  'server/src/features/access/sessions/absolute.test.ts': [2, 'past', 'guard'],
  'server/src/features/access/sessions/ends.test.ts': [6, 'guard', 'unreachable'],
  'server/src/features/access/sessions/kept-plans.test.ts': [2, 'load'],
  'server/src/features/access/sessions/session-cache.test.ts': [21, 'guard'],
  'server/src/features/access/sign-in/demo.test.ts': [1, 'unreachable'],
  'server/src/features/access/sign-in/passkey.statements.test.ts': [30, 'guard'],
  'server/src/features/access/sign-in/passkey.test.ts': [2, 'unreachable'],
  'server/src/features/access/sign-in/tokens.test.ts': [3, 'guard'],
  'server/src/features/automation/workflows/secrets.test.ts': [2, 'past'],
  'server/src/features/automation/workflows/workflow-types.test.ts': [4, 'past', 'shortcut'],
  'server/src/features/connect/api-keys/keepers.test.ts': [1, 'past'],
  'server/src/features/decide/decisions/guarded-uses.test.ts': [1, 'shortcut'],
  'server/src/features/directories/provisioning/faults.test.ts': [1, 'killed'],
  'server/src/features/directories/entra/consent.test.ts': [2, 'guard', 'past'],
  'server/src/features/directories/on-behalf/on-behalf.runs.test.ts': [6, 'killed', 'past', 'unreachable'],
  'server/src/features/directories/on-behalf/on-behalf.test.ts': [1, 'killed'],
  'server/src/features/keys/agents/offline.test.ts': [2, 'shortcut'],
  'server/src/features/keys/card-import/card-import.test.ts': [1, 'killed'],
  'server/src/features/keys/card-import/card-undo.test.ts': [4, 'killed', 'shortcut'],
  'server/src/features/keys/devices/devices.list.test.ts': [7, 'load'],
  'server/src/features/keys/devices/devices.test.ts': [1, 'load'],
  'server/src/features/keys/held-keys/counting.test.ts': [1, 'killed'],
  'server/src/features/keys/held-keys/own-site.test.ts': [1, 'shortcut'],
  'server/src/features/keys/held-keys/policies.test.ts': [1, 'past'],
  'server/src/features/keys/held-keys/races.test.ts': [1, 'guard'],
  'server/src/features/keys/held-keys/refusals.test.ts': [1, 'unreachable'],
  'server/src/features/keys/key-activation/key-activation.test.ts': [1, 'shortcut'],
  'server/src/features/keys/key-acts/key-acts.test.ts': [3, 'load', 'shortcut'],
  'server/src/features/keys/key-acts/policy/policy.test.ts': [1, 'load'],
  'server/src/features/keys/key-assignment/assign-many.test.ts': [1, 'load'],
  'server/src/features/keys/security-keys/counts.test.ts': [9, 'guard', 'load'],
  'server/src/features/keys/security-keys/security-keys.list.test.ts': [8, 'load'],
  'server/src/features/keys/security-keys/security-keys.test.ts': [1, 'shortcut'],
  'server/src/features/keys/sharing/sharing.test.ts': [1, 'shortcut'],
  'server/src/features/keys/vault/pkcs11.test.ts': [2, 'database', 'past'],
  'server/src/features/oversight/activity/activity.export.test.ts': [1, 'load'],
  'server/src/features/oversight/activity/activity.test.ts': [1, 'load'],
  'server/src/features/oversight/activity/find-activities.test.ts': [1, 'load'],
  'server/src/features/oversight/log-chain/linking.test.ts': [2, 'database', 'past'],
  'server/src/features/oversight/log-chain/log-chain.test.ts': [30, 'database', 'past'],
  'server/src/features/oversight/log-chain/register/register.test.ts': [25, 'database'],
  'server/src/features/oversight/log-chain/trim-months.test.ts': [3, 'database', 'past'],
  'server/src/features/oversight/log-streams/log-streams.test.ts': [3, 'past'],
  'server/src/features/sso/admission/shared-accounts.test.ts': [1, 'guard'],
  'server/src/features/sso/saml/administration.test.ts': [4, 'past'],
  'server/src/features/oversight/statistics/statistics.test.ts': [8, 'past', 'unreachable'],
  'server/src/features/people/bulk-runs/bulk-runs.test.ts': [2, 'killed'],
  'server/src/features/people/groups/groups.plans.test.ts': [3, 'load'],
  'server/src/features/people/groups/groups.rules.test.ts': [2, 'guard'],
  'server/src/features/people/groups/groups.test.ts': [1, 'unreachable'],
  'server/src/features/people/head-counts/head-counts.test.ts': [3, 'past', 'guard'],
  'server/test/people/ceremony-of-roles.test.ts': [1, 'guard'],
  'server/test/people/plant-and-promote.test.ts': [13, 'guard'],
  'server/test/people/rank-over-time.test.ts': [3, 'unreachable'],
  'server/test/faults/replica.test.ts': [1, 'database'],
  'server/src/features/people/personal-accounts/personal-accounts.test.ts': [1, 'shortcut'],
  'server/src/features/people/user-import/user-undo.test.ts': [2, 'killed'],
  'server/src/features/people/user-import/user-import.test.ts': [3, 'killed', 'past'],
  'server/src/features/people/users/users.export.test.ts': [1, 'load'],
  'server/src/features/people/users/users.list.test.ts': [6, 'load'],
  'server/src/features/people/users/users.plans.test.ts': [4, 'load'],
  'server/src/features/people/users/users.test.ts': [2, 'unreachable'],
  'server/src/features/rules/policies/policies.test.ts': [2, 'load'],
  'server/src/features/rules/simulations/policy-check.test.ts': [1, 'fixture'],
  'server/src/features/rules/simulations/replay.test.ts': [3, 'killed', 'past'],
  'server/src/features/rules/simulations/simulate.test.ts': [1, 'past'],
  'server/src/features/tenancy/administrators/owner-change.test.ts': [3, 'shortcut'],
  'server/src/features/tenancy/trust-domains/effects.test.ts': [1, 'past'],
  'server/src/features/work/rank/openings.test.ts': [1, 'unreachable'],
  'server/src/features/work/rank/rank.test.ts': [3, 'killed'],
  'server/src/features/work/works/works.test.ts': [8, 'killed'],
  'server/src/platform/db/single-statement.test.ts': [6, 'guard'],
  'server/src/platform/db/pool/statement-batcher.test.ts': [3, 'guard'],
  'server/src/platform/db/login.test.ts': [3, 'guard'],
  'server/src/platform/db/migrate.test.ts': [4, 'database'],
  'server/src/platform/db/pool/send-statements.test.ts': [2, 'database'],
  'server/src/platform/db/pool/connection-lease.test.ts': [1, 'guard'],
  'server/src/platform/db/transaction.test.ts': [3, 'guard'],
  'server/src/platform/embedded/embedded.test.ts': [1, 'database'],
  'server/src/platform/record/record-months.test.ts': [3, 'guard', 'past'],
  'server/src/jobs/sweep-keys.test.ts': [7, 'database'],
  'server/test/api/card-page.ts': [3, 'fixture', 'past'],
  'server/test/app/confirming.ts': [1, 'fixture'],
  'server/test/people/crowd.ts': [2, 'load'],
  'server/test/faults/endings-of-programs.test.ts': [1, 'unreachable'],
  'server/test/faults/endings-of-kiosks.test.ts': [2, 'unreachable', 'past'],
  'server/test/faults/endings.test.ts': [2, 'guard', 'unreachable'],
  'server/test/contract/count-limits.test.ts': [1, 'load'],
  'server/test/contract/entrance.test.ts': [3, 'unreachable', 'past'],
  'server/test/faults/faults.test.ts': [2, 'guard'],
  'server/test/api/fixtures.ts': [7, 'fixture'],
  'server/test/people/never-more.test.ts': [9, 'guard', 'fixture'],
  'server/test/api/on-behalf.ts': [3, 'past'],
  'server/test/processes/billing-crash.test.ts': [3, 'load', 'past'],
  'server/test/processes/provisioning-crash.test.ts': [1, 'killed'],
  'server/test/processes/ending-crash.test.ts': [1, 'past'],
  'server/test/past/make-database.ts': [3, 'fixture'],
  'server/test/api/policies.ts': [5, 'fixture'],
  'server/test/contract/searches.test.ts': [7, 'fixture'],
  'server/test/faults/small-and-large.test.ts': [7, 'load'],
  'server/test/faults/soak.test.ts': [1, 'guard'],
  'server/test/api/test-roles.ts': [5, 'fixture'],
  'server/test/api/object-creators.ts': [5, 'fixture'],
  'server/test/api/uses.ts': [1, 'fixture'],
  'server/test/app/try-again.ts': [1, 'past'],
  'server/test/contract/isolation.test.ts': [5, 'guard'],
  'server/test/api/sign-in-paths.ts': [3, 'unreachable', 'past'],
  'server/test/app/audit-probe.test.ts': [2, 'guard'],
}

const write =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(|\b(?:insert into|delete from|truncate(?= [\w$])|update (?:only )?[\w$.{}]+(?: (?:as )?\w+)? set)\b/gi
const noWrite = /^\s*(?:\/\/|\/?\*)|Matching\(|toMatch\(/

const timesIn = ({ text }: SourceFile): number =>
  text
    .split('\n')
    .filter(line => !noWrite.test(line))
    .join('\n')
    .match(write)?.length ?? 0

const tests = sources(['server', 'e2e'], /\.ts$/)
  .filter(({ path }) => isTest(path) || path.startsWith('e2e/'))
  .map(file => ({ path: file.path, times: timesIn(file) }))

law('a test creates its data through the API', {
  because: "A state that can't occur in production proves nothing.",
  over: tests,
  guilty: ({ path, times }) =>
    times > (allowedWrites[path]?.[0] ?? 0) &&
    `${path} writes tables ${times} times: use server/test/api/test-data.ts, or give the reason in laws/table-writes.test.ts`,
  bites: { path: 'server/src/features/people/users/rank.test.ts', times: 1 },
  passes: { path: 'server/src/features/people/users/rank.test.ts', times: 0 },
})

law('the listed number of table writes of a test is exact', {
  because: 'A number that is too high hides the next write.',
  over: Object.entries(allowedWrites).map(([path, [most]]) => ({ path, most })),
  guilty({ path, most }) {
    const times = tests.find(test => test.path === path)?.times ?? 0
    return (
      times < most && `${path} writes tables ${times} times, not ${most}: lower the number in laws/table-writes.test.ts`
    )
  },
  bites: { path: 'server/src/features/people/users/rank.test.ts', most: 1 },
  passes: { path: 'server/test/people/crowd.ts', most: 2 },
})
