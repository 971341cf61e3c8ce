import { keyKinds } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { credentialStorages } from '@claviger/contract/tenancy/workspace-settings'
import { days, later } from '#platform/clock.ts'
import { newIdAt } from '#platform/ids.ts'
import { insertMany } from '../bulk.ts'
import { type DemoArea, staffName } from '../demo-area.ts'

const policies = [
  { name: 'Standard: PIN at each use', groups: [], isDefault: true, offline: true, hours: 0, proximity: false },
  { name: 'Theatres: PIN once a shift', groups: ['Surgery', 'Operating Theatres', 'Anaesthesia'], hours: 10 },
  { name: 'Agency: online only', groups: ['Contractors'], offline: false, hours: 0 },
  { name: 'Service desk: phone must be near', groups: ['IT Service Desk'], hours: 0, proximity: true },
] as const

/** Four key policies; the cards of their users follow them. */
export async function insertKeyPolicies({ ctx, workspace, owner, staff, now }: DemoArea): Promise<void> {
  const at = later(now, -days(340))
  const made = policies.map(one => ({ offline: true, isDefault: false, proximity: false, ...one, id: newIdAt(at) }))
  await ctx.db
    .insertInto('token_policies')
    .values(
      made.map(one => ({
        workspace_id: workspace,
        id: one.id,
        name: one.name,
        is_default: one.isDefault,
        phone_verification: verifications.always,
        card_verification: verifications.pin,
        credential_storage: credentialStorages.remote,
        proximity: one.proximity,
        audit: true,
        offline: one.offline,
        remembered_pin_hours: one.hours,
        made_by: staffName(owner),
        created_at: at,
      })),
    )
    .execute()
  const given = staff.flatMap(one => {
    const policy = made.find(({ groups }) => groups.some(name => one.groups.includes(name)))
    return policy ? [{ user: one.id, policy }] : []
  })
  await insertMany(
    ctx.db,
    'user_token_policies',
    { workspace_id: 'uuid', user_id: 'uuid', policy_id: 'uuid' },
    given.map(({ user, policy }) => [workspace, user, policy.id]),
  )
  // The default applies to the cards that no other policy took
  for (const policy of made.toReversed())
    await ctx.db
      .updateTable('security_keys')
      .set({ policy_id: policy.id, offline: policy.offline, remembered_pin_hours: policy.hours })
      .where('kind', '=', keyKinds.accessCard)
      .where('policy_id', 'is', null)
      .$if(!policy.isDefault, query =>
        query.where(
          'user_id',
          'in',
          given.flatMap(one => (one.policy === policy ? one.user : [])),
        ),
      )
      .execute()
}
