import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { pinned, pinSelf } from './machine.ts'
import { type Row, table } from './report.ts'
import { attendance } from './scenarios/attendance/attendance.ts'
import { baselines } from './scenarios/baselines.ts'
import { billing } from './scenarios/billing.ts'
import { bulk } from './scenarios/bulk.ts'
import { cardImporting } from './scenarios/card-import.ts'
import { bundle } from './scenarios/bundle.ts'
import { cost } from './scenarios/requests/cost.ts'
import { crowds } from './scenarios/lists/crowds.ts'
import { devices } from './scenarios/lists/devices.ts'
import { entraSync } from './scenarios/directories/entra.ts'
import { footprint } from './scenarios/footprint.ts'
import { crowd } from './scenarios/overload/crowd.ts'
import { soak } from './scenarios/overload/soak.ts'
import { importing } from './scenarios/import.ts'
import { keys } from './scenarios/lists/keys.ts'
import { ldapSync } from './scenarios/directories/ldap.ts'
import { list } from './scenarios/lists/list.ts'
import { policies } from './scenarios/policies.ts'
import { processes } from './scenarios/processes.ts'
import { provisioning } from './scenarios/directories/provisioning.ts'
import { replay } from './scenarios/replay.ts'
import { row } from './scenarios/requests/row.ts'
import { screen } from './scenarios/screen.ts'
import { screens } from './scenarios/screens.ts'
import { governance } from './scenarios/governance.ts'
import { heldKeys } from './scenarios/held-keys.ts'
import { cardPage } from './scenarios/self-service/card-page.ts'
import { oidc } from './scenarios/oidc.ts'
import { saml } from './scenarios/saml.ts'
import { scim } from './scenarios/directories/scim.ts'
import { workflows } from './scenarios/directories/workflows.ts'
import { selfService } from './scenarios/self-service/self-service.ts'
import { signIn } from './scenarios/sign-in.ts'
import { tenants } from './scenarios/tenants.ts'
import { tasks } from './scenarios/tasks/tasks.ts'
import { setStage, usersCount } from './stage.ts'

// The crowds run last because the database is twenty times larger after them
const scenarios = {
  row,
  cost,
  list,
  'sign-in': signIn,
  oidc,
  saml,
  tenants,
  scim,
  workflows,
  'held-keys': heldKeys,
  'self-service': selfService,
  'card-page': cardPage,
  attendance,
  import: importing,
  'card-import': cardImporting,
  keys,
  devices,
  entra: entraSync,
  ldap: ldapSync,
  provisioning,
  bulk,
  policies,
  replay,
  billing,
  baselines,
  governance,
  screen,
  screens,
  tasks,
  bundle,
  footprint,
  processes,
  crowd,
  // Takes ten minutes, so it runs only when named explicitly
  soak,
  crowds,
}
const file = process.argv.includes('--json') ? process.argv[process.argv.indexOf('--json') + 1] : undefined
const chosen = process.argv.slice(2).filter(word => word in scenarios)
const names = (
  chosen.length > 0 ? chosen : Object.keys(scenarios).filter(name => name !== 'soak')
) as (keyof typeof scenarios)[]

pinSelf()
process.stdout.write(
  `${cpus()[0]?.model ?? 'unknown machine'}, ${cpus().length} cores, Node ${process.versions.node}; ${pinned}; ${usersCount} users\n`,
)
const stage = await setStage()
const rows: Row[] = []
try {
  for (const name of names) {
    process.stdout.write(`… ${name}\n`)
    rows.push(...(await scenarios[name](stage)))
  }
} finally {
  await stage.close()
}
process.stdout.write(`\n${table(rows)}\n`)
for (const one of rows.filter(each => each.note)) process.stdout.write(`\n${one.what}:\n${one.note}\n`)
if (file)
  await writeFile(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), node: process.versions.node, rows }, null, 2)}\n`,
  )
