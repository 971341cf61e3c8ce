import {
  type ListEntry,
  type ListType,
  type PolicyAction,
  type PolicyContent,
  policyStates,
} from '@claviger/contract/decide/policy-content'
import { type Db, run } from '#platform/db/db.ts'

/** A stored set; `own` means that the current transaction created this version and may still roll back. */
export interface SetRow {
  version: number
  default_action: PolicyAction
  own: boolean
  policies: { id: string; version: number; content: PolicyContent }[]
  lists: { id: string; type: ListType; entries: ListEntry[] }[]
}

/** Version of the workspace's policies and lists; undefined if no policy was ever created. */
export async function versionInForce(db: Db): Promise<number | undefined> {
  const { rows } = await run<{ version: number }>(
    db,
    'select version from policy_sets where workspace_id = current_workspace()',
    [],
  )
  return rows[0]?.version
}

const whole = (policies: string, lists: string) => `select s.version, s.default_action,
  coalesce(s.xmin::text::bigint = pg_current_xact_id_if_assigned()::text::bigint & 4294967295, false) as own,
  coalesce((
    select json_agg(json_build_object('id', p.id, 'version', p.version, 'content', p.content || jsonb_build_object(
      'name', p.name, 'priority', p.priority, 'action', p.action, 'state', p.state)) order by p.priority)
    from policies p where p.workspace_id = current_workspace()${policies}), '[]') as policies,
  coalesce((
    select json_agg(json_build_object('id', l.id, 'type', l.type, 'entries', l.entries) order by l.id)
    from named_lists l where l.workspace_id = current_workspace()${lists}), '[]') as lists
  from policy_sets s where s.workspace_id = current_workspace()`

const all = whole('', '')
const lookedAt = whole(
  ` and p.state <> ${policyStates.off}`,
  ` and exists (select from policy_lists n join policies o on o.workspace_id = current_workspace() and o.id = n.policy_id
      where n.workspace_id = current_workspace() and n.list_id = l.id and o.state <> ${policyStates.off})`,
)

export async function findCurrentSetVersion(db: Db): Promise<SetRow | undefined> {
  return (await run<SetRow>(db, lookedAt, [])).rows[0]
}

export async function findFullSet(db: Db): Promise<SetRow | undefined> {
  return (await run<SetRow>(db, all, [])).rows[0]
}
