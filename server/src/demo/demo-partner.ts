import { followStates } from '@claviger/contract/governance/baselines'
import { licenseStatus } from '@claviger/contract/governance/partners'
import { pinRules } from '@claviger/contract/platform/pin'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { createWorkspace } from '../features/tenancy/workspaces/workspaces.ts'
import { days, later } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { TransactionContext } from '../platform/app-context.ts'
import { insertMany } from './bulk.ts'
import { insertLog } from './log.ts'
import { random } from './random.ts'

interface Demonstrated {
  name: string
  slug: string
  owner: readonly [first: string, last: string]
  openedDaysAgo: number
}

const reseller: Demonstrated = {
  name: 'Nordic Keys',
  slug: 'nordic-keys-demo',
  owner: ['Nora', 'Nilsen'],
  openedDaysAgo: 180,
}
const customers: readonly (Demonstrated & { licenses: number; hasDrifted?: boolean; isOffered?: boolean })[] = [
  { name: 'Harbor Clinic', slug: 'harbor-clinic-demo', owner: ['Hanna', 'Holm'], openedDaysAgo: 64, licenses: 40 },
  {
    name: 'Lakeside School',
    slug: 'lakeside-school-demo',
    owner: ['Lars', 'Lind'],
    openedDaysAgo: 37,
    licenses: 25,
    hasDrifted: true,
  },
  {
    name: 'Moss Pharmacy',
    slug: 'moss-pharmacy-demo',
    owner: ['Mia', 'Moen'],
    openedDaysAgo: 9,
    licenses: 0,
    isOffered: true,
  },
]
const pinLength = 8
const by = `${reseller.owner[0]} ${reseller.owner[1]}`

/**
 * A partner with three customers who registered by its link, licenses and a request that waits, and a baseline from which
 * one customer drifted. Needs a transaction that sees all workspaces.
 */
export async function insertPartner(ctx: TransactionContext): Promise<void> {
  const partner = await open(ctx, reseller, workspaceTypes.partner)
  const all = []
  for (const one of customers) all.push({ ...one, id: await open(ctx, one, workspaceTypes.business, partner) })
  await insertLicenses(ctx, partner)
  await insertMany(
    ctx.db,
    'partner_terms',
    { workspace_id: 'uuid', licenses: 'integer', mails_new_keys: 'boolean', monthly_report: 'boolean' },
    all.map(({ id, licenses }) => [id, licenses, false, true]),
  )
  await insertBaseline(ctx, partner, all)
}

async function open(
  ctx: TransactionContext,
  { name, slug, owner: [first, last], openedDaysAgo }: Demonstrated,
  type: number,
  partner?: string,
): Promise<string> {
  const at = later(ctx.clock.now(), -days(openedDaysAgo))
  const id = await createWorkspace(ctx, {
    name,
    slug,
    type,
    demo: true,
    ...(partner && { partner, referrer: reseller.slug }),
  })
  await ctx.db.updateTable('workspaces').set({ created_at: at, onboarded_at: at }).where('id', '=', id).execute()
  const user = newId()
  const email = `${first.toLowerCase()}@${slug.replace(/-demo$/, '')}.example`
  await insertMany(
    ctx.db,
    'users',
    {
      workspace_id: 'uuid',
      id: 'uuid',
      user_id: 'text',
      first_name: 'text',
      last_name: 'text',
      email: 'text',
      email_verified_at: 'timestamptz',
      source: 'smallint',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    [[id, user, email, first, last, email, at, 1, at, at]],
  )
  await insertMany(
    ctx.db,
    'administrators',
    { workspace_id: 'uuid', user_id: 'uuid', role: 'smallint', created_at: 'timestamptz' },
    [[id, user, workspaceRoles.owner, at]],
  )
  // An old log without lines counts as removed
  const creation = {
    at,
    kind: 'change',
    action: 'workspace.created',
    by: { id: user, first, last },
    object: { type: 'workspace', id, name },
  } as const
  await insertLog(ctx.db, id, [creation], random(openedDaysAgo))
  return id
}

function insertLicenses(ctx: TransactionContext, partner: string): Promise<void> {
  const now = ctx.clock.now()
  const asked = later(now, -days(120))
  return insertMany(
    ctx.db,
    'partner_licenses',
    {
      workspace_id: 'uuid',
      id: 'uuid',
      size: 'integer',
      status: 'smallint',
      note: 'text',
      requested_by: 'text',
      requested_at: 'timestamptz',
      decided_by: 'text',
      decided_at: 'timestamptz',
    },
    [
      [
        partner,
        newId(),
        100,
        licenseStatus.active,
        'For the first customers',
        by,
        asked,
        'Claviger',
        later(asked, days(1)),
      ],
      [
        partner,
        newId(),
        50,
        licenseStatus.requested,
        'Moss Pharmacy starts next month',
        by,
        later(now, -days(2)),
        null,
        null,
      ],
    ],
  )
}

async function insertBaseline(
  ctx: TransactionContext,
  partner: string,
  followers: readonly ((typeof customers)[number] & { id: string })[],
): Promise<void> {
  const now = ctx.clock.now()
  const id = newId()
  const published = later(now, -days(30))
  const rules = [{ type: pinRules.minLength, value: pinLength }]
  await insertMany(
    ctx.db,
    'workspace_settings',
    { workspace_id: 'uuid', pin_rules: 'jsonb' },
    [partner, ...followers.filter(one => !one.hasDrifted && !one.isOffered).map(one => one.id)].map(one => [
      one,
      JSON.stringify(rules),
    ]),
  )
  await insertMany(
    ctx.db,
    'baselines',
    { workspace_id: 'uuid', id: 'uuid', name: 'text', description: 'text', version: 'integer' },
    [[partner, id, 'Nordic standard', 'PIN rules that we recommend to all customers', 1]],
  )
  await insertMany(
    ctx.db,
    'baseline_versions',
    {
      workspace_id: 'uuid',
      baseline_id: 'uuid',
      version: 'integer',
      document: 'jsonb',
      contents: 'jsonb',
      published_at: 'timestamptz',
      published_by: 'text',
    },
    [
      [
        partner,
        id,
        1,
        JSON.stringify({ pinPolicy: { rules, rememberedPinHours: 0 } }),
        JSON.stringify([{ part: 'pinPolicy', items: [] }]),
        published,
        by,
      ],
    ],
  )
  const drift = JSON.stringify([{ part: 'pinPolicy', item: null, field: 'minLength' }])
  await insertMany(
    ctx.db,
    'followed_baselines',
    {
      workspace_id: 'uuid',
      partner_id: 'uuid',
      baseline_id: 'uuid',
      state: 'smallint',
      offered_at: 'timestamptz',
      version: 'integer',
      accepted_at: 'timestamptz',
      accepted_by: 'text',
      drift: 'jsonb',
      drifted: 'integer',
      checked_at: 'timestamptz',
    },
    followers.map(one =>
      one.isOffered
        ? [one.id, partner, id, followStates.offered, published, null, null, null, '[]', 0, null]
        : [
            one.id,
            partner,
            id,
            followStates.accepted,
            published,
            1,
            later(published, days(2)),
            one.owner.join(' '),
            one.hasDrifted ? drift : '[]',
            one.hasDrifted ? 1 : 0,
            later(now, -days(1)),
          ],
    ),
  )
  await ctx.db
    .updateTable('followed_baselines')
    .set({ parts: ['pinPolicy'] })
    .where('baseline_id', '=', id)
    .where('state', '=', followStates.accepted)
    .execute()
}
