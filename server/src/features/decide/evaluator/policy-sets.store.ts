import { type PolicyAction, policyActions } from '@claviger/contract/decide/policy-content'
import { type Db, run } from '../../../ground/db/db.ts'

/** What all policies and lists are together, by number, and what holds where no policy applies. */
export interface SetNow {
  version: number
  defaultAction: PolicyAction
  /** Sites at which an owner must always be able to use a key, besides our own. */
  vitalSites: readonly string[]
}

interface Row {
  version: number
  default_action: PolicyAction
  vital_sites: string[]
}

const setOf = (row: Row | undefined): SetNow =>
  row
    ? { version: row.version, defaultAction: row.default_action, vitalSites: row.vital_sites }
    : { version: 0, defaultAction: policyActions.allow, vitalSites: [] }

/** The set as it is now; 0 before the first policy. */
export async function findSet(db: Db): Promise<SetNow> {
  const { rows } = await run<Row>(
    db,
    'select version, default_action, vital_sites from policy_sets where workspace_id = current_workspace()',
    [],
  )
  return setOf(rows[0])
}

/** Whoever changes policies or lists at the same time waits until the transaction ends. */
export const lockSet = (db: Db, workspace: string) =>
  run(db, 'select pg_advisory_xact_lock(hashtextextended($1, 14))', [workspace])

/** Raises the version of a set that is held, and answers it. */
export async function raiseVersion(db: Db, workspace: string): Promise<number> {
  const { rows } = await run<{ version: number }>(
    db,
    `insert into policy_sets (workspace_id) values ($1)
     on conflict (workspace_id) do update set version = policy_sets.version + 1 returning version`,
    [workspace],
  )
  return rows[0]?.version ?? 0
}

/** Chooses the sites at which an owner must always be able to use a key; no policy becomes another by it. */
export const setVital = (db: Db, workspace: string, sites: readonly string[]) =>
  run(
    db,
    `insert into policy_sets (workspace_id, vital_sites) values ($1, $2)
     on conflict (workspace_id) do update set vital_sites = excluded.vital_sites`,
    [workspace, [...sites]],
  )

/** Chooses what holds where no policy applies. */
export const setDefault = (db: Db, action: PolicyAction) =>
  run(db, 'update policy_sets set default_action = $1 where workspace_id = current_workspace()', [action])
