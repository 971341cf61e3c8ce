import { entrances } from '../server/src/platform/entrance/entrance.ts'
import { dirname, join } from 'node:path'
import { sources } from './files.ts'
import { law } from './law.ts'

interface File {
  path: string
  text: string
}

const files = sources(['server/src'], /\.ts$/).filter(file => !file.path.endsWith('.test.ts'))
const table = 'server/src/platform/entrance/entrance.ts'

/** Files that name the status of a workspace, but not to let a caller in. */
const excused: Record<string, string> = {
  'server/src/features/access/workspace-deletion/workspace-deletion.ts': 'disables the workspace',
  'server/src/features/access/registration/registration-partner.ts': 'offers no disabled partner to newcomers',
  'server/src/features/tenancy/workspaces/workspaces.governance.ts': 'sets the status',
  'server/src/features/access/account/progress.ts': 'tells owners that the workspace is disabled',
  'server/src/features/access/external-sign-in/complete.ts': 'stands in for a deleted workspace',
  'server/src/features/access/individual/individual.ts': 'reactivates a personal account',
  'server/src/features/billing/bills/bills.jobs.ts': 'warns a workspace with unpaid invoices',
  'server/src/features/billing/bills/bills.states.ts': 'clears the warning after payment',
  'server/src/features/access/sign-in/demo.ts': 'the demonstration is always active',
}
const inCode = /workspaceStatus\.\w+|workspace_?status\s*[!=]==?|workspace\.status\s*[!=]==?/i
const inStatement =
  /workspace_status\s*(?:<>|=|in\s*\()\s*[\d(]|join workspaces (\w+) on[^`]*\b\1\.status\s*(?:<>|=|in\s*\()\s*[\d(]/i

law('the status of a workspace is checked in one place', {
  because: 'SCIM had its own number: it wrote into a disabled workspace and refused a warned one.',
  over: files.filter(({ path }) => path !== table && !(path in excused)),
  guilty: ({ path, text }: File) =>
    inCode.test(text) && `${path} checks the status of a workspace itself: use mayEnter`,
  bites: { path: 'x.ts', text: 'if (row.workspace_status === disabled) return' },
  passes: { path: 'x.ts', text: "if (!mayEnter('scim', row.workspace_status)) return" },
})

law('a statement does not compare the status of a workspace with a number', {
  because: 'A number has no meaning to readers and is missed when the constants change.',
  over: files.filter(({ path }) => path !== table && !(path in excused)),
  guilty: ({ path, text }: File) => inStatement.test(text) && path,
  bites: { path: 'x.store.ts', text: 'select `from a join workspaces w on w.id = a.workspace_id and w.status <> 0`' },
  passes: {
    path: 'x.store.ts',
    text: "`join workspaces w on w.id = a.workspace_id and ${openTo('workflow', 'w.status')}`",
  },
})

const checksEntrance = /\b(?:mayEnter|mustEnter|isOpenTo|mustBeOpenTo|openTo)\(|\bentrance: '/
const checkOf = (entrance: string) =>
  new RegExp(
    `(?:mayEnter|mustEnter|isOpenTo|mustBeOpenTo|openTo)\\([^)]*'${entrance}'|entrance: '${entrance}'|\\?\\? '${entrance}'`,
  )

law<string>('every entrance of the table is checked somewhere', {
  because: 'A row that no code reads has no effect.',
  over: entrances,
  guilty: entrance => !files.some(({ path, text }) => path !== table && checkOf(entrance).test(text)) && entrance,
  bites: 'back-door',
  passes: 'scim',
})

/** A file that gives callers access to a workspace, or background work that selects workspaces. */
const isEntrance = ({ path, text }: File): boolean =>
  path === 'server/src/http/http-server.ts' ||
  /^server\/src\/features\/(?:sso|directories)\/.*(?:mount|saml\.pages)\.ts$/.test(path) ||
  (/\/(?:[\w.-]+\.jobs|stream-delivery|due-delivery|agent-delivery)\.ts$/.test(path) && /everywhere: true/.test(text))

/** Maintenance that continues in any status of a workspace: mail, log, keys, rules, certificates, and deletion. */
const upkeep: Record<string, string> = {
  'server/src/features/access/workspace-deletion/workspace-deletion.jobs.ts': 'deletes disabled workspaces',
  'server/src/features/billing/bills/bills.jobs.ts': 'closes periods and reminds of invoices',
  'server/src/features/billing/licenses/licenses.jobs.ts': 'counts licenses and warns owners',
  'server/src/features/billing/payments/payments.jobs.ts': 'charges invoices',
  'server/src/features/connect/api-keys/api-keys.jobs.ts': 'warns owners',
  'server/src/features/connect/api-applications/api-applications.jobs.ts': 'warns owners',
  'server/src/features/connect/identity-providers/identity-providers.jobs.ts': 'warns owners',
  'server/src/features/apps/applications/applications.jobs.ts': 'warns owners',
  'server/src/features/directories/on-behalf/on-behalf.jobs.ts': 'removes passkeys whose cards are gone',
  'server/src/features/governance/baselines/baselines.jobs.ts': 'compares settings and notifies owners of an offer',
  'server/src/features/governance/installation/installation.jobs.ts': 'counts',
  'server/src/features/tenancy/announcements/announcements.jobs.ts':
    'emails administrators, also of disabled workspaces',
  'server/src/features/governance/partner-panel/partner-panel.jobs.ts': 'reports customer figures to partners',
  'server/src/features/keys/vault/vault.jobs.ts': 'destroys keys',
  'server/src/features/oversight/log-chain/log-chain.jobs.ts': 'links and trims the log',
  'server/src/features/oversight/log-streams/sending/stream-delivery.ts':
    'sends the log, including actions of owners in a disabled workspace',
  'server/src/features/people/groups/rules.jobs.ts': 'applies group rules',
  'server/src/features/rules/simulations/simulations.jobs.ts': 'simulates policies and changes nothing',
  'server/src/features/sso/oidc/oidc.jobs.ts': 'ends sessions at applications, and renews keys',
  'server/src/features/sso/saml/saml.jobs.ts': 'reads metadata and warns owners',
  'server/src/features/tenancy/trust-domains/trust-domains.jobs.ts': 'checks domains',
}

const byPath = new Map(files.map(file => [file.path, file.text]))

/** Does the file check an entrance, itself or through imports within its module or within single sign-on? */
function reachesTable({ path, text }: File, seen = new Set<string>()): boolean {
  if (checksEntrance.test(text)) return true
  seen.add(path)
  const within = path.startsWith('server/src/features/sso/')
    ? 'server/src/features/sso/'
    : path.split('/').slice(0, 5).join('/')
  return [...text.matchAll(/from '(\.[^']+\.ts)'/g)].some(([, to = '']) => {
    const next = join(dirname(path), to)
    const found = byPath.get(next)
    const isNear = next.startsWith(within) || next.startsWith('server/src/http/')
    return found !== undefined && isNear && !seen.has(next) && reachesTable({ path: next, text: found }, seen)
  })
}

law('code that enters a workspace checks its status', {
  because: 'Without the check, work goes on in a disabled workspace, as directory runs did.',
  over: files.filter(file => isEntrance(file) && !(file.path in upkeep)),
  guilty: file =>
    !reachesTable(file) && `${file.path} enters workspaces without checking server/src/platform/entrance/entrance.ts`,
  bites: { path: 'server/src/features/x/y/y.jobs.ts', text: 'transact(world, { ...from, everywhere: true }, work)' },
  passes: { path: 'server/src/features/x/y/y.jobs.ts', text: "isOpenTo(ctx, 'workflow')\neverywhere: true" },
})
