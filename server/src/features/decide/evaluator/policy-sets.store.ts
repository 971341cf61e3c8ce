import { type PolicyAction, policyActions } from '@claviger/contract/decide/policy-content'
import { type Db, run } from '#platform/db/db.ts'

export interface CurrentPolicySet {
  version: number
  defaultAction: PolicyAction
  /** Sites for which an owner must always keep a usable key, besides this server. */
  vitalSites: readonly string[]
}

interface Row {
  version: number
  default_action: PolicyAction
  vital_sites: string[]
}

const setOf = (row: Row | undefined): CurrentPolicySet =>
  row
    ? { version: row.version, defaultAction: row.default_action, vitalSites: row.vital_sites }
    : { version: 0, defaultAction: policyActions.allow, vitalSites: [] }

/** The current set; version 0 before the first policy. */
export async function findSet(db: Db): Promise<CurrentPolicySet> {
  const { rows } = await run<Row>(
    db,
    'select version, default_action, vital_sites from policy_sets where workspace_id = current_workspace()',
    [],
  )
  return setOf(rows[0])
}

/** Serializes changes of policies and lists until the transaction ends. */
export const lockSet = (db: Db, workspace: string) =>
  run(db, 'select pg_advisory_xact_lock(hashtextextended($1, 14))', [workspace])

export async function raiseVersion(db: Db, workspace: string): Promise<number> {
  const { rows } = await run<{ version: number }>(
    db,
    `insert into policy_sets (workspace_id) values ($1)
     on conflict (workspace_id) do update set version = policy_sets.version + 1 returning version`,
    [workspace],
  )
  return rows[0]?.version ?? 0
}

/** Sets the sites for which an owner must always keep a usable key; does not affect policies. */
export const setVital = (db: Db, workspace: string, sites: readonly string[]) =>
  run(
    db,
    `insert into policy_sets (workspace_id, vital_sites) values ($1, $2)
     on conflict (workspace_id) do update set vital_sites = excluded.vital_sites`,
    [workspace, [...sites]],
  )

export const setDefaultPolicy = (db: Db, action: PolicyAction) =>
  run(db, 'update policy_sets set default_action = $1 where workspace_id = current_workspace()', [action])
