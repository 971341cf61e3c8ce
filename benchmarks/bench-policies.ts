import { randomUUID } from 'node:crypto'
import { PolicyContent } from '@claviger/contract/decide/policy-content'
import type pg from 'pg'

const conditions: readonly Partial<PolicyContent>[] = [
  { groups: [randomUUID()] },
  { rpRestriction: { values: ['blocked.example', 'other.example'], lists: [] } },
  { ipRestriction: { values: ['203.0.113.0/24', '2001:db8::/32'], lists: [] } },
  { securityKeyDeviceType: [5], users: [randomUUID()] },
  { timeLimits: { spans: [{ days: [1, 2, 3], from: '20:00', to: '06:00' }], lists: [] }, users: [randomUUID()] },
]

/** Replaces a workspace's access policies with `count` policies that are all evaluated but never apply. */
export async function putPolicies(client: pg.Client, workspace: string, count: number): Promise<void> {
  await client.query('delete from policies where workspace_id = $1', [workspace])
  for (let place = 1; place <= count; place++) {
    const name = `Bench ${place}`
    const content = PolicyContent.parse({ name, priority: place, action: 0, ...conditions[place % conditions.length] })
    await client.query(
      `insert into policies (workspace_id, id, name, priority, action, state, content, created_at, changed_at, changed_by)
       values ($1, gen_random_uuid(), $2, $3, 0, 2, $4, now(), now(), 'Bench')`,
      [workspace, name, place, JSON.stringify(content)],
    )
  }
  await client.query(
    `insert into policy_sets (workspace_id) values ($1) on conflict (workspace_id)
     do update set version = policy_sets.version + 1`,
    [workspace],
  )
}
