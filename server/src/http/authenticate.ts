import {
  workspaceRoles,
  accountRoles,
  type Permission,
  permissionsOf,
  type Grants,
} from '@claviger/contract/platform/permissions'
import type { ProblemCode } from '@claviger/contract/platform/problems'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { mustEnter } from '../platform/entrance/entrance.ts'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { idBytes, idOfBytes } from '../platform/ids.ts'
import { type ApiKeyClaim, readKeyClaim } from './api-key.ts'
import { runOutsideLease } from '../platform/db/pool/connection-lease.ts'
import type { EntryStatement } from '../platform/db/transaction.ts'
import { problem } from '../platform/problem.ts'
import { readKeyText } from '../platform/secrets/key-text.ts'
import type { ReferenceKind } from '../platform/secrets/references.ts'
import type { ApiKeyActor, PassingActor, UserActor, AppContext } from '../platform/app-context.ts'

/** A super administrator's session in a workspace that allowed it (access/support-access). */
interface SupportClaim {
  kind: 'support'
  access: string
  workspace: string
  home: string
  session: string
}

export type CallerClaim =
  | { kind: 'nobody' }
  | { kind: 'session'; session: string; workspace: string }
  | ApiKeyClaim
  | SupportClaim
  | { kind: 'passing'; actor: PassingActor; workspace: string | undefined }

const passingFor: Partial<Record<Permission, readonly (PassingActor['kind'] & ReferenceKind)[]>> = {
  interim: ['passkey', 'email', 'approval'],
  enrolling: ['registration', 'link'],
  'self-service': ['self-service'],
  public: ['registration', 'link'],
}

const refusals: Partial<Record<Permission, ProblemCode>> = {
  interim: 'challenge-refused',
  'self-service': 'visit-over',
}

export function readClaim(world: AppContext, may: Permission, header: string | undefined): CallerClaim {
  const text = header?.replace(/^Bearer /i, '').trim() ?? ''
  const now = world.clock.now()
  const passing = passingFor[may]
  if (passing) {
    for (const kind of text === '' ? [] : passing) {
      const payload = world.references.read(kind, text, now)
      if (!payload) continue
      const workspace = kind === 'link' ? idOfBytes(payload.subarray(0, 16)) : undefined
      return { kind: 'passing', actor: { kind, payload, endsAt: world.references.endOf(text) }, workspace }
    }
    if (may === 'public') return { kind: 'nobody' }
    throw problem(refusals[may] ?? 'link-spent')
  }
  if (may === 'reader' || may === 'agent' || may === 'kiosk') return programClaim(may, text)
  const link = may === 'kiosk-opening' ? kioskLinkClaim(text) : undefined
  if (link) return link
  const key = readKeyClaim(world, text)
  if (key) return key
  const support = text === '' ? undefined : world.references.read('support', text, now)
  if (support?.length === 64) return supportClaim(support)
  const payload = text === '' ? undefined : world.references.read('access', text, now)
  if (!payload || payload.length !== 32) throw problem('not-signed-in')
  return { kind: 'session', session: idOfBytes(payload.subarray(0, 16)), workspace: idOfBytes(payload.subarray(16)) }
}

const supportClaim = (payload: Buffer): SupportClaim => ({
  kind: 'support',
  access: idOfBytes(payload.subarray(0, 16)),
  workspace: idOfBytes(payload.subarray(16, 32)),
  home: idOfBytes(payload.subarray(32, 48)),
  session: idOfBytes(payload.subarray(48)),
})

const programTypes = { reader: 3, agent: 4, kiosk: 6 } as const
const kioskLinkType = 7

/**
 * The claim of a program with its own key; the module of such programs verifies it.
 * @throws reader-refused, agent-refused, kiosk-refused
 */
function programClaim(kind: keyof typeof programTypes, text: string): CallerClaim {
  const read = readKeyText(text)
  if (read?.type !== programTypes[kind]) throw problem(`${kind}-refused`)
  const payload = Buffer.concat([idBytes(read.id), read.secret])
  return { kind: 'passing', actor: { kind, payload, endsAt: never }, workspace: read.workspace }
}

/** A link opens a kiosk once; anything else that opens one is an API key. */
function kioskLinkClaim(text: string): CallerClaim | undefined {
  const read = readKeyText(text)
  if (read?.type !== kioskLinkType) return undefined
  const payload = Buffer.concat([idBytes(read.id), read.secret])
  return { kind: 'passing', actor: { kind: 'kiosk-link', payload, endsAt: never }, workspace: read.workspace }
}

const never = new Date(8.64e15)

export interface ActorRow {
  user_id: string
  name: string
  email: string | null
  workspace_role: 1 | 2 | 3 | 4 | 5 | null
  additional: number[] | null
  units_only: boolean
  super: boolean
  verified_at: Date | null
  workspace_type: number
  workspace_status: number
  cached: boolean
}

export const enterSession = (workspace: string, session: string): EntryStatement => ({
  name: 'enter',
  text: 'select * from enter_session($1, $2)',
  values: [workspace, session],
})

export interface EnteredSupport {
  user_id: string
  name: string
  workspace_type: number
  workspace_status: number
  ends_at: Date
}

export const enterSupport = ({ workspace, access, home, session }: SupportClaim, at: Date): EntryStatement => ({
  name: 'enter-support',
  text: 'select * from enter_support($1, $2, $3, $4, $5)',
  values: [workspace, access, home, session, at],
})

const leaving = 'support-access.leave'
const readable: ReadonlySet<string> = new Set([leaving, 'account.self'])

/**
 * A support session reads what a read-only administrator reads, except stored passwords, and changes nothing.
 * @throws support-ended, workspace-disabled, support-reads-only, not-permitted
 */
export function supportActor(claim: SupportClaim, row: EnteredSupport | undefined, endpoint: Endpoint): UserActor {
  if (!row) throw problem('support-ended')
  mustEnter('support', row.workspace_status)
  const { may, changes, feature, call } = endpoint
  const own = readable.has(`${feature}.${call}`)
  const grants: Grants = {
    accountRole: accountRoles.administrator,
    workspaceRole: workspaceRoles.readOnly,
    additional: [],
  }
  const permissions = new Set(
    [...permissionsOf(grants)].filter(one => one.endsWith('.read') && one !== 'passwords.read'),
  )
  // A support session has no account, so calls about the own account are refused like changes
  if (!own && (changes || !may.includes('.'))) throw problem('support-reads-only')
  if (!own && !permissions.has(may)) throw problem('not-permitted')
  return {
    kind: 'user',
    id: row.user_id,
    sessionId: claim.session,
    name: row.name,
    email: null,
    accountRole: grants.accountRole,
    workspaceRole: grants.workspaceRole,
    permissions,
    verifiedAt: null,
    workspaceType: row.workspace_type,
    unitsOnly: false,
    support: { id: claim.access, endsAt: row.ends_at },
  }
}

export function cacheSession(world: AppContext, workspace: string, session: string): void {
  runOutsideLease(() =>
    world.pool
      .query('select cache_session($1, $2)', [workspace, session])
      .catch((error: Error) => world.log.warn({ reason: error.message }, 'who is behind a session was not kept')),
  )
}

/** @throws not-signed-in if the session has expired */
export function actorOf(session: string, row: ActorRow | undefined): UserActor {
  if (!row) throw problem('session-ended')
  const grants: Grants = {
    accountRole: row.super
      ? accountRoles.superAdmin
      : row.workspace_role === workspaceRoles.owner
        ? accountRoles.owner
        : row.workspace_role === null
          ? accountRoles.user
          : accountRoles.administrator,
    workspaceRole: row.workspace_role,
    additional: row.additional ?? [],
    unitsOnly: row.units_only,
    partner: row.workspace_type === workspaceTypes.partner,
  }
  return {
    kind: 'user',
    id: row.user_id,
    sessionId: session,
    name: row.name,
    email: row.email,
    accountRole: grants.accountRole,
    workspaceRole: grants.workspaceRole,
    permissions: permissionsOf(grants),
    verifiedAt: row.verified_at,
    workspaceType: row.workspace_type,
    unitsOnly: row.units_only,
  }
}

/** Checks the permission table. A personal or disabled workspace has its own refusal (decision G2). */
export function allow(
  actor: UserActor | ApiKeyActor,
  may: Permission,
  row: Pick<ActorRow, 'workspace_type' | 'workspace_status'>,
): void {
  const ofWorkspace = may.includes('.') && !may.startsWith('super.')
  if (ofWorkspace && row.workspace_type === workspaceTypes.individual) throw problem('personal-workspace')
  if (!actor.permissions.has(may)) throw problem('not-permitted')
  // Super administrators act from the workspace of the installation, which cannot be disabled
  if (may.startsWith('super.')) return
  const owner = actor.kind === 'user' && actor.accountRole <= accountRoles.owner
  mustEnter(actor.kind === 'user' ? 'user' : 'api-key', row.workspace_status, { owner })
}
