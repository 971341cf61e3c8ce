import { supportStates as accessStates } from '@claviger/contract/access/support-access'
import { supportKinds, supportStates } from '@claviger/contract/billing/support'
import { keyTypes } from '@claviger/contract/connect/api-keys'
import { userStatus } from '@claviger/contract/people/users'
import { days, hours, later, minutes } from '../platform/clock.ts'
import { newId, newIdAt } from '../platform/ids.ts'
import { type DemoArea, staffName } from './demo-area.ts'

const [payroll, wards] = ['198.51.100.24', '10.20.3.14']

/** API keys of the payroll system and the computers, views that the owner saved, and requests to the operator. */
export async function insertIntegrations(area: DemoArea): Promise<void> {
  await insertApiKeys(area)
  await insertSavedViews(area)
  await insertSupport(area)
}

async function insertApiKeys({ ctx, workspace, owner, desk, now, chance }: DemoArea): Promise<void> {
  const at = later(now, -days(332))
  const common = () => ({
    workspace_id: workspace,
    id: newIdAt(at),
    // The hash of no key: the demo has no client that knows one
    hash: chance.bytes(32),
    created_at: at,
  })
  await ctx.db
    .insertInto('api_keys')
    .values([
      {
        ...common(),
        name: 'Payroll export',
        type: keyTypes.admin,
        scopes: ['users.read', 'groups.read'],
        addresses: [`${payroll}/32`],
        expires_at: later(now, days(33)),
        created_by: staffName(owner),
        keeper_id: owner.id,
        last_used_at: later(now, -hours(3)),
        last_used_ip: payroll,
      },
      {
        ...common(),
        name: 'Ward computers',
        type: keyTypes.clients,
        addresses: ['10.20.0.0/16'],
        created_by: staffName(desk),
        last_used_at: later(now, -minutes(1)),
        last_used_ip: wards,
      },
      {
        ...common(),
        name: 'Ward tablets',
        type: keyTypes.sharedMobile,
        addresses: ['10.20.0.0/16'],
        created_by: staffName(desk),
        last_used_at: later(now, -minutes(6)),
        last_used_ip: wards,
      },
    ])
    .execute()
}

const views = [
  { list: 'users', name: 'No key yet', query: `status=${userStatus.noDevice}` },
  { list: 'users', name: 'Invitation not accepted', query: `status=${userStatus.pending}` },
]

async function insertSavedViews({ ctx, workspace, owner, now }: DemoArea): Promise<void> {
  const at = later(now, -days(45))
  await ctx.db
    .insertInto('saved_views')
    .values(
      views.map(one => ({ workspace_id: workspace, id: newIdAt(at), owner_id: owner.id, created_at: at, ...one })),
    )
    .execute()
}

/** A delivery of readers, and a support access that the owner allowed for an hour. */
async function insertSupport({ ctx, workspace, owner, now }: DemoArea): Promise<void> {
  const ordered = later(now, -days(96))
  const asked = later(now, -days(27))
  await ctx.db
    .insertInto('support_requests')
    .values([
      {
        workspace_id: workspace,
        id: newIdAt(ordered),
        kind: supportKinds.newReader,
        state: supportStates.done,
        quantity: 40,
        model: 'ACR1252U',
        address: 'Northgate Hospital, IT Service Desk, Northgate Road 12',
        note: 'For the theatres',
        answer: 'Delivered',
        sender_id: owner.id,
        sender_name: staffName(owner),
        sender_email: owner.userId,
        created_at: ordered,
        changed_at: later(ordered, days(6)),
      },
    ])
    .execute()
  await ctx.db
    .insertInto('support_accesses')
    .values({
      workspace_id: workspace,
      id: newIdAt(asked),
      home_id: newId(),
      super_id: newId(),
      super_name: 'Claviger support',
      reason: 'Readers of theatre 4 report unknown cards',
      minutes: 60,
      emergency: false,
      state: accessStates.ended,
      asked_at: asked,
      answers_until: later(asked, days(1)),
      answered_by: staffName(owner),
      answered_at: later(asked, minutes(12)),
      ends_at: later(asked, minutes(72)),
      ended_by: staffName(owner),
      ended_at: later(asked, minutes(58)),
    })
    .execute()
}
