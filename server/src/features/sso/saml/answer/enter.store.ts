import { runSingleStatement } from '#platform/db/transaction.ts'
import { type StatementParts, statementOf } from '#platform/db/parts.ts'
import type { AutocommitContext } from '#platform/app-context.ts'
import { personOfApplication, type PersonRow } from '#features/apps/applications/applications.claims.ts'
import { hereOfSession, type HereRow } from '#features/sso/browser-sessions/browser-sessions.ts'
import type { SamlRequest } from './saml-request.ts'

export type AccountLookup = 'id' | 'entity' | 'request'

export interface EnteredRow extends Omit<HereRow, 'user_id'> {
  user_id: string | null
  known: boolean
  application: string | null
  version: number
  workspace_status: number
  slug: string
  sealed_key: Buffer
  policies: number | null
  opens: boolean
  person: PersonRow | null
  name_id: string | null
  key: string | null
  request: string | null
  content: SamlRequest | null
  created: Date | null
}

const byRequest = `left join saml_requests r on r.workspace_id = current_workspace() and r.id = $2::uuid
  and r.ends_at > $3::timestamptz and not r.answered`
const joins: Record<AccountLookup, string> = {
  id: 'left join applications a on a.workspace_id = current_workspace() and a.id = $2::uuid',
  entity: 'left join applications a on a.workspace_id = current_workspace() and a.entity_id = $2',
  request: `${byRequest}
  left join applications a on a.workspace_id = current_workspace() and a.id = r.application_id`,
}

const select = (
  by: AccountLookup,
) => `select h.*, a.id as application, a.version, w.status as workspace_status, w.slug, w.sealed_key, p.version as policies,
    case when a.id is not null and h.user_id is not null then opens_application(a.id, h.user_id) else false end as opens,
    ${personOfApplication} as person, n.name_id,
    (select k.id from saml_keys k where k.workspace_id = current_workspace()
      order by case when m.new_key then -k.state else k.state end limit 1) as key,
    ${by === 'request' ? 'r.id as request, r.content, r.created_at as created' : 'null::uuid as request, null::jsonb as content, null::timestamptz as created'}
  from workspaces w
  left join lateral (${hereOfSession('$1::uuid')}) h on true
  ${joins[by]}
  left join policy_sets p on p.workspace_id = current_workspace()
  left join saml_applications m on m.workspace_id = current_workspace() and m.application_id = a.id
  left join saml_name_ids n on n.workspace_id = current_workspace() and n.application_id = a.id and n.user_id = h.user_id
  where w.id = current_workspace()`

const texts: Record<AccountLookup, string> = { id: select('id'), entity: select('entity'), request: select('request') }

export async function findEntered(
  at: AutocommitContext,
  by: AccountLookup,
  value: string,
  session: string | null,
): Promise<EnteredRow> {
  const values = [session, value, ...(by === 'request' ? [at.clock.now()] : [])]
  const [row] = await runSingleStatement<EnteredRow>(at, { text: texts[by], values })
  if (!row) throw new Error('the workspace is gone')
  return row
}

export interface SamlEntryRow {
  stands: boolean
  agreed: boolean
  session: string | null
  name_id: string | null
}

// By the same check as every call
const stands = 'select from enter_session(current_workspace(), $1::uuid)'

/**
 * Admits a user once: `spends` spends the request, and all other parts depend on it. In one statement, so that
 * all or nothing is written.
 */
export async function enterApplication(
  at: AutocommitContext,
  session: string,
  spends: StatementParts[string],
  parts: StatementParts & { session: StatementParts[string] },
): Promise<SamlEntryRow> {
  const all = { stands: { text: stands, values: [session] }, agreed: spends, ...parts }
  const name = 'named' in parts ? '(select name_id from named)' : 'null'
  const answer = `select exists (select from stands) as stands, exists (select from agreed) as agreed,
    (select id from session) as session, ${name} as name_id`
  const [row] = await runSingleStatement<SamlEntryRow>(at, statementOf(all, answer))
  if (!row) throw new Error('the database answered nothing')
  return row
}
