import { type AttemptReason, type AttemptFix, mostAttempts } from '@claviger/contract/apps/attempts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { type StatementParts, runParts } from '#platform/db/parts.ts'
import { newIdAt } from '#platform/ids.ts'
import type { SealedSubject, Sealer } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { attemptParts } from './attempts.store.ts'

/** A request as reported by its protocol. The caller must remove everything that could grant access. */
export interface AttemptNote {
  application: string | null
  protocol: number
  step: string
  ok: boolean
  reason?: { code: AttemptReason; details?: Readonly<Record<string, string>> } | undefined
  user?: string | undefined
  facts: Readonly<Record<string, string>>
}

export interface SealedAttempt {
  protocol: number
  step: string
  ok: boolean
  reason: { code: AttemptReason; details: Record<string, string> } | null
  user: string | null
  facts: Record<string, string>
}

export const attemptSubject = (id: string, workspace: string): SealedSubject =>
  `application_attempts:sealed:${id} of ${workspace}`

const longest = 1000
const mostFacts = 30
const mostDetails = 4
const mostBytes = 15_000
/** Names of fields that are never stored, in case a caller forgot to remove them. */
const secret =
  /^(code|code_verifier|client_secret|client_assertion|assertion|password|pin|cookie|authorization|access_token|refresh_token|id_token|id_token_hint|device_code|user_code|request|samlrequest|samlresponse|signature|logout_token|token|dpop)$/i

function bounded(facts: Readonly<Record<string, string>>, most: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts)
      .slice(0, most)
      .map(([name, value]) => [name.slice(0, 60), secret.test(name) ? '(cut out)' : value.slice(0, longest)]),
  )
}

const tidyEvery = 16

/** Stores a request and its outcome, encrypted: the last 200 per application, for 14 days. */
export async function noteAttempt(ctx: TransactionContext, note: AttemptNote): Promise<void> {
  await runParts(ctx.db, attemptPartsOf(ctx, await sealerOfWorkspace(ctx), note))
}

/** Like noteAttempt, as parts of a larger statement, for callers that already have the workspace's encryption key. */
export function attemptPartsOf(
  ctx: Pick<TransactionContext, 'workspace' | 'clock'>,
  sealer: Sealer,
  note: AttemptNote,
): StatementParts {
  const workspace = workspaceOf(ctx)
  const at = ctx.clock.now()
  const id = newIdAt(at)
  const kept: SealedAttempt = {
    protocol: note.protocol,
    step: note.step.slice(0, 60),
    ok: note.ok,
    reason: note.reason ? { code: note.reason.code, details: bounded(note.reason.details ?? {}, mostDetails) } : null,
    user: note.user ?? null,
    facts: bounded(note.facts, mostFacts),
  }
  const whole = JSON.stringify(kept)
  const text = Buffer.byteLength(whole) <= mostBytes ? whole : JSON.stringify({ ...kept, facts: {} })
  const sealed = sealer.seal(text, attemptSubject(id, workspace))
  const tidy = Math.random() * tidyEvery < 1
  return attemptParts({ id, at, sealed, application: note.application }, mostAttempts, tidy)
}

/** The value that an application sent instead of the registered one. */
export const sentIn = (details: Readonly<Record<string, string>> | undefined): string =>
  details?.['sent'] ?? details?.['asked'] ?? ''

const belongsTo: Partial<Record<AttemptReason, AttemptFix['field']>> = {
  'redirect-differs': 'redirectUris',
  'post-logout-differs': 'postLogoutRedirectUris',
  'acs-differs': 'acs',
  'scope-not-allowed': 'scopes',
  'claim-not-allowed': 'scopes',
  'name-id-format-differs': 'nameIdFormat',
}

export type RegisteredValues = Partial<Record<AttemptFix['field'], readonly string[]>>

/** The single value that would have made a request succeed, if any and if it is still unregistered. */
export function mendOf({ reason }: SealedAttempt, registered: RegisteredValues): AttemptFix | null {
  if (!reason) return null
  if (reason.code === 'off') return registered.active?.includes('true') ? null : { field: 'active', value: 'true' }
  if (reason.code === 'not-assigned') return { field: 'assignment', value: '' }
  const field = belongsTo[reason.code]
  const value = field === 'nameIdFormat' ? (reason.details['format'] ?? '') : sentIn(reason.details)
  if (field === undefined || value === '' || registered[field]?.includes(value)) return null
  return { field, value }
}

export const registeredFor = (code: AttemptReason, registered: RegisteredValues): readonly string[] =>
  registered[belongsTo[code] ?? 'assignment'] ?? []
