import type { StrengthLevel } from '@claviger/contract/decide/policy-content'
import type { PolicySignInMethod } from '@claviger/contract/decide/policy-content'
import { type Db, run } from '#platform/db/db.ts'

/** What a sign-in must consist of. */
export interface StrengthRules {
  readonly level: StrengthLevel
  readonly methods: readonly PolicySignInMethod[]
  readonly keyKinds: readonly number[]
  readonly models: readonly string[]
  readonly pin: boolean
  readonly withinMinutes: number | null
}

export interface StrengthRow {
  id: string
  name: string
  description: string
  content: StrengthRules
  version: number
  changed_at: Date
  changed_by: string
}

export type WorkspaceStrengths = readonly { readonly id: string; readonly content: StrengthRules }[]

/** All strengths of a workspace with their rules, as one JSON value for larger statements; null if there are none. */
export const strengthsOfWorkspace = `(select jsonb_agg(jsonb_build_object('id', st.id, 'content', st.content))
    from authentication_strengths st where st.workspace_id = current_workspace())`

const columns = 'id, name, description, content, version, changed_at, changed_by'

export const allStrengths = async (db: Db): Promise<StrengthRow[]> =>
  (
    await run<StrengthRow>(
      db,
      `select ${columns} from authentication_strengths where workspace_id = current_workspace() order by lower(name)`,
      [],
    )
  ).rows

export interface StrengthUse {
  strength: string
  kind: 'policy' | 'application'
  id: string
  name: string
}

/** Policies and applications that name a strength. */
export const usesOfStrengths = async (db: Db): Promise<StrengthUse[]> =>
  (
    await run<StrengthUse>(
      db,
      `select p.content #>> '{demands,strength}' as strength, 'policy' as kind, p.id, p.name from policies p
         where p.workspace_id = current_workspace() and p.content #>> '{demands,strength}' is not null
       union all select a.settings ->> 'demand', 'application', a.id, a.name from applications a
         where a.workspace_id = current_workspace() and a.settings ->> 'demand' <> 'any'
       order by 2, 4`,
      [],
    )
  ).rows

interface NewStrength {
  id: string
  name: string
  description: string
  content: StrengthRules
  at: Date
  by: string
}

export async function insertStrength(db: Db, workspace: string, row: NewStrength): Promise<void> {
  await run(
    db,
    `insert into authentication_strengths (workspace_id, id, name, description, content, created_at, changed_at, changed_by)
     values ($1::uuid, $2::uuid, $3, $4, $5::jsonb, $6::timestamptz, $6::timestamptz, $7)`,
    [workspace, row.id, row.name, row.description, JSON.stringify(row.content), row.at, row.by],
  )
}

export async function updateStrength(db: Db, row: NewStrength): Promise<void> {
  await run(
    db,
    `update authentication_strengths set name = $2, description = $3, content = $4::jsonb, version = version + 1,
       changed_at = $5::timestamptz, changed_by = $6 where workspace_id = current_workspace() and id = $1::uuid`,
    [row.id, row.name, row.description, JSON.stringify(row.content), row.at, row.by],
  )
}

export async function deleteStrengths(db: Db, ids: readonly string[]): Promise<void> {
  await run(
    db,
    'delete from authentication_strengths where workspace_id = current_workspace() and id = any($1::uuid[])',
    [ids],
  )
}
