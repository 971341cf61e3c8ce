import type { Facts } from '@claviger/contract/decide/decisions'
import type { EntryPointName } from '@claviger/contract/decide/entry-points'
import type { StrengthLevel } from '@claviger/contract/decide/policy-content'
import { methodOfSession } from '#features/access/sessions/sessions.method.ts'
import { levelOfKey } from '#features/decide/strengths/strengths.meet.ts'
import type { BrowserSession, Reauthentication } from './browser-sessions.ts'

/** What an application's entry point states about the sign-in of a user. */
export type SignInFacts = Pick<
  Facts,
  'verified' | 'key' | 'keyKind' | 'model' | 'way' | 'position' | 'signedInAt' | 'ip'
> & {
  readonly entry: EntryPointName
  readonly level?: StrengthLevel
  /** Whose card opened the account, if it is a shared one. */
  readonly openedBy: { readonly id: string; readonly name: string } | null
  /** Omitted in reviews after a change of policies. */
  readonly reauthentication?: Reauthentication
}

/** Facts of the session by which a user opens an application. */
export function signInFactsOf(entry: EntryPointName, here: BrowserSession, ip: string | null): SignInFacts {
  const { openedBy, verified, key, keyKind, model, way, position, authTime, level, reauthentication } = here
  const signedInAt = authTime.toISOString()
  return { entry, openedBy, level, verified, key, keyKind, model, way, position, signedInAt, ip, reauthentication }
}

/** Session data that a policy review needs. */
export interface ReviewedSignIn {
  readonly opened_by: string | null
  readonly key_id: string | null
  readonly key_kind: number | null
  readonly model: string | null
  readonly method: string
  readonly way: string | null
  readonly position: Facts['position']
  readonly ip: string | null
  readonly signed_in_at: Date
  readonly verified: boolean
  readonly copied: boolean | null
  readonly provider_level: StrengthLevel | null
}

/** What an application's entry point states about a session that is reviewed after a change of policies. */
export const reviewedFactsOf = (entry: EntryPointName, row: ReviewedSignIn): SignInFacts => ({
  entry,
  openedBy: row.opened_by === null ? null : { id: row.opened_by, name: '' },
  level: row.provider_level ?? levelOfKey({ keyKind: row.key_kind, copied: row.copied, way: methodOfSession(row) }),
  verified: row.verified,
  key: row.key_id,
  keyKind: row.key_kind,
  model: row.model,
  way: methodOfSession(row),
  position: row.position,
  signedInAt: row.signed_in_at.toISOString(),
  ip: row.ip,
})

/** Columns of a reviewed session, from `sessions s`, `security_keys k`, and `credentials c`. */
export const reviewedColumns = `s.opened_by, s.key_id, k.kind as key_kind, c.aaguid::text as model, s.method, s.way,
  s.position, s.ip, coalesce(s.verified_at, s.created_at) as signed_in_at,
  c.id is not null or s.provider_level is not null as verified, c.backup_eligible as copied, s.provider_level`
