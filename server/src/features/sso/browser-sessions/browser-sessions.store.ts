import type { Facts } from '@claviger/contract/decide/decisions'
import type { FactorLevel } from '@claviger/contract/connect/identity-providers'
import { openTo } from '#platform/entrance/entrance.ts'
import { runSingleStatement } from '#platform/db/transaction.ts'
import { strengthsOfWorkspace, type WorkspaceStrengths } from '#features/decide/strengths/strengths.ts'
import type { AutocommitContext } from '#platform/app-context.ts'

export interface BrowserSessionRow {
  user_id: string
  name: string
  email: string | null
  method: string
  /** The sign-in method as named in authentication profiles; null if none restricts it. */
  way: string | null
  created_at: Date
  verified_at: Date | null
  ip: string | null
  key_id: string | null
  key_kind: number | null
  model: string | null
  position: Facts['position']
  /** Whether the passkey can be copied to other devices; null if no passkey opened the session. */
  copied: boolean | null
  /** What the provider that opened the session is trusted to have checked. */
  provider_level: FactorLevel | null
  provider_methods: string[] | null
  /** Authentication strengths of the workspace. */
  strengths: WorkspaceStrengths | null
  /** Minutes after which applications ask users to sign in again, unless they override it. */
  reauthentication_minutes: number | null
  /** For an application while the user is away. */
  is_offline: boolean
  cached: boolean
  /** Whose card opened this account, if another user's. */
  opened_by: string | null
  opened_by_name: string | null
}

/**
 * One row about the user of a valid session, for use in larger statements. Each call still checks expiry, and that a
 * shared account is still shared with the user who opened it; `known` says whether applications may rely on the session.
 */
export const browserSessionQuery = (session: string): string => `
  select e.user_id, e.name, e.email, s.method, s.way, s.created_at, s.verified_at, s.ip, s.key_id, k.kind as key_kind,
    c.aaguid::text as model, s.position, c.backup_eligible as copied, s.provider_level, s.provider_methods,
    ${strengthsOfWorkspace} as strengths, e.cached, s.offline_for is not null as is_offline,
    (select w.reauthentication_minutes from workspace_settings w where w.workspace_id = current_workspace()) as reauthentication_minutes, s.opened_by,
    o.first_name || ' ' || o.last_name as opened_by_name, ${openTo('oidc', 'e.workspace_status')} as known
  from enter_session(current_workspace(), ${session}) e
  join sessions s on s.workspace_id = current_workspace() and s.id = ${session}
  left join security_keys k on k.workspace_id = current_workspace() and k.id = s.key_id
  left join credentials c on c.workspace_id = current_workspace() and c.id = s.credential_id
  left join users o on o.workspace_id = current_workspace() and o.id = s.opened_by
  where ${session} is not null and (s.opened_by is null or still_opens(s.opened_by, s.user_id))
  limit 1`

const here = `select * from (${browserSessionQuery('$1::uuid')}) h where h.known`

export const findBrowserUser = async (at: AutocommitContext, session: string): Promise<BrowserSessionRow | undefined> =>
  (await runSingleStatement<BrowserSessionRow>(at, { text: here, values: [session] }))[0]
