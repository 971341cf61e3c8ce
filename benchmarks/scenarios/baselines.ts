import pg from 'pg'
import { timeCalls } from '../load.ts'
import { atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'
import { makeTenant, signedIn, type Tenant, waitUntil } from '../tenant.ts'

const customers = Number(process.env['BENCH_CUSTOMERS'] ?? 2000)
const changes = 5
const name = 'baselines'

/** A baseline accepted by 2,000 customers: how soon a customer's change is known, and how fast the partner reads. */
export async function baselines(stage: Stage): Promise<Row[]> {
  const { workspace } = await makeTenant(stage, 'bench-partner')
  const database = new pg.Client(stage.databaseUrl)
  await database.connect()
  try {
    await database.query('update workspaces set type = 3 where id = $1', [workspace])
    const partner = await signedIn(stage, 'bench-partner', 'owner@bench-partner.example')
    const customer = await makeTenant(stage, 'bench-customer')
    await addCustomers(database, partner, customer)
    await partner.ask('POST', '/administrator/detials/pinPolicy', pinOf(8))
    const { id } = await partner.ask<{ id: string }>('POST', '/partner/baselines', {
      name: 'Standard',
      pinPolicy: true,
    })
    const begun = performance.now()
    await partner.ask('POST', `/partner/baselines/${id}/customers`, {})
    const offered = performance.now() - begun
    await customer.ask('POST', `/administrator/baselines/${id}/accept`, { version: 1 })
    await database.query(
      `update followed_baselines set state = 1, version = 1, parts = '{pinPolicy}', accepted_at = now()
       where baseline_id = $1 and state = 0`,
      [id],
    )
    const known = await longestUntilKnown(partner, customer, id)
    const list = await timeCalls(200, () => partner.ask('GET', '/partner/baselines'))
    const page = await timeCalls(200, () =>
      partner.ask('GET', `/partner/baselines/${id}/customers?sort=drift&order=desc`),
    )
    const what = `${customers} customers`
    return [
      atMost(name, `${what}, a change is known, longest of ${changes}`, known / 1000, 's', 10),
      atMost(name, `${what}, list of baselines, p99`, list.p99, 'ms', 50),
      atMost(name, `${what}, customers by drift, p99`, page.p99, 'ms', 50),
      { scenario: name, what: `offer to ${what}`, value: offered, unit: 'ms' },
    ]
  } finally {
    await database.end()
  }
}

const pinOf = (value: number) => ({ rules: [{ type: 5, value }], rememberedPinHours: 0 })

async function addCustomers(database: pg.Client, partner: Tenant, customer: Tenant): Promise<void> {
  await database.query('update workspaces set partner_id = $1 where id = $2', [partner.workspace, customer.workspace])
  await database.query(
    `insert into workspaces (id, slug, name, type, partner_id, language, sealed_key, created_at, updated_at)
     select gen_random_uuid(), 'bench-customer-' || n, 'Customer ' || n, 1, $1, w.language, w.sealed_key, now(), now()
     from workspaces w, generate_series(1, $3::integer) n where w.id = $2`,
    [partner.workspace, customer.workspace, customers - 1],
  )
}

async function longestUntilKnown(partner: Tenant, customer: Tenant, id: string): Promise<number> {
  let longest = 0
  for (let n = 0; n < changes; n++) {
    const drifted = n % 2 === 0
    const begun = performance.now()
    await customer.ask('POST', '/administrator/detials/pinPolicy', pinOf(drifted ? 6 : 8))
    await waitUntil(
      () => partner.ask<{ total: number }>('GET', `/partner/baselines/${id}/customers?drifted=true`),
      ({ total }) => total > 0 === drifted,
    )
    longest = Math.max(longest, performance.now() - begun)
  }
  return longest
}
