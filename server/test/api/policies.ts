import { PolicyContent } from '@claviger/contract/decide/policy-content'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { newId } from '../../src/platform/ids.ts'
import type { TestApp } from '../app/test-app.ts'

export type PolicyDraft = Partial<InputOf<typeof PolicyContent>>

/**
 * Replaces all policies of a workspace, as the calls of rules/policies would store them, and returns the IDs.
 */
export async function putPolicies(
  { world, clock, given }: Pick<TestApp, 'world' | 'clock' | 'given'>,
  all: readonly PolicyDraft[],
  { workspace = given.owner.workspace, defaultAction = 1 }: { workspace?: string; defaultAction?: 0 | 1 } = {},
): Promise<string[]> {
  const client = await world.superPool.connect()
  const ask = (text: string, values: unknown[]) => client.query<{ version: number }>(text, values)
  try {
    await client.query('begin')
    const { rows } = await ask(
      `insert into policy_sets (workspace_id, version, default_action) values ($1, 1, $2) on conflict (workspace_id)
       do update set version = policy_sets.version + 1, default_action = $2 returning version`,
      [workspace, defaultAction],
    )
    const set = rows[0]?.version
    const now = clock.now()
    await ask(
      `insert into policy_versions (workspace_id, policy_id, version, at, by_name, set_version, content)
       select workspace_id, id, version + 1, $2, 'Test', $3, null from policies where workspace_id = $1`,
      [workspace, now, set],
    )
    await ask('delete from policies where workspace_id = $1', [workspace])
    const ids: string[] = []
    for (const [place, written] of all.entries()) {
      const content = PolicyContent.parse({
        name: `Policy ${place}`,
        priority: 10 * (place + 1),
        action: 0,
        ...written,
      })
      const id = newId()
      await ask(
        `insert into policies (workspace_id, id, name, priority, action, state, content, created_at, changed_at, changed_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8, 'Test')`,
        [workspace, id, content.name, content.priority, content.action, content.state, JSON.stringify(content), now],
      )
      await ask(
        `insert into policy_versions (workspace_id, policy_id, version, at, by_name, set_version, content)
         values ($1, $2, 1, $3, 'Test', $4, $5)`,
        [workspace, id, now, set, JSON.stringify(content)],
      )
      ids.push(id)
    }
    await client.query('commit')
    return ids
  } finally {
    client.release()
  }
}
