import { listTypes, policyStates, type TimeSpan } from '@claviger/contract/decide/policy-content'
import type { AppContext } from '#platform/app-context.ts'

/** An enabled policy with a time condition. */
export interface TimedPolicy {
  workspace: string
  zone: string
  spans: TimeSpan[]
  /** Entries of its named lists. */
  listed: string[]
}

/** Of all workspaces. */
export async function timedPolicies(world: AppContext): Promise<TimedPolicy[]> {
  const { rows } = await world.superPool.query<TimedPolicy>(`
    select p.workspace_id as workspace, coalesce(p.content ->> 'zone', 'UTC') as zone, p.content -> 'timeLimits' -> 'spans' as spans,
      coalesce((
        select jsonb_agg(e ->> 'value') from named_lists l, jsonb_array_elements(l.entries) e
        where l.workspace_id = p.workspace_id and l.type = ${listTypes.time}
          and p.content -> 'timeLimits' -> 'lists' ? l.id::text), '[]') as listed
    from policies p
    where p.state = ${policyStates.on} and p.content -> 'timeLimits' <> '{"spans": [], "lists": []}'::jsonb`)
  return rows
}
