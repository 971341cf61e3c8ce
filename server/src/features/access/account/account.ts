import type { account, OwnAccount } from '@claviger/contract/access/account'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { userStatus } from '@claviger/contract/people/users'
import { maintenanceOf } from '#platform/entrance/installation-state.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { userOf } from '#platform/db/transaction.ts'
import type { TransactionContext, UserActor } from '#platform/app-context.ts'
import { changeDetails } from '#features/people/users/users.ts'
import { givenBy } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { iconAddress, ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { shownPartner } from '#features/tenancy/workspaces/workspaces.partner.ts'
import { newChallenge, ownChallenge } from '#features/keys/credentials/credentials.ts'
import { provenWorkspaces } from '../sign-in/sign-in.ts'
import { findSelf, type SelfRow } from './account.store.ts'

type InputFor<Call extends keyof typeof account.calls> = OutputOf<(typeof account.calls)[Call]['input']>

const local = 1
const superAdministrator = 0

export const selfOf = (ctx: TransactionContext): Promise<SelfRow> => {
  const actor = userOf(ctx)
  return findSelf(ctx.db, actor.id, actor.sessionId)
}

/** The signed-in user, with everything that the console's decisions depend on. */
export async function me(ctx: TransactionContext): Promise<OwnAccount> {
  const actor = userOf(ctx)
  if (actor.support) return supportingMe(ctx, actor, actor.support.endsAt)
  const row = await selfOf(ctx)
  const proven = row.email !== null && row.email_verified_at !== null
  const workspaces = proven ? await provenWorkspaces(ctx, row.email ?? '') : []
  return {
    id: row.id,
    userId: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phoneNumber: phoneOf(row),
    language: row.language,
    status: row.status,
    accountRole: actor.accountRole,
    workspaceRole: actor.workspaceRole,
    permissions: [...actor.permissions],
    unitsOnly: actor.unitsOnly,
    keyPermissions: givenBy(row),
    hasPassword: row.has_password,
    codes: codesOf(actor, row),
    passkeys: row.passkeys ?? 0,
    workspace: workspaceIn(row),
    otherWorkspaces: workspaces.filter(one => one.id !== row.workspace_id),
    session: {
      startedAt: row.session_started_at.toISOString(),
      verifiedAt: actor.verifiedAt?.toISOString() ?? null,
    },
    demo: row.demo,
    billing: ctx.config.billing,
    maintenance: maintenanceOf(ctx) !== null,
    support: null,
  }
}

/** A super administrator in a support session is no user of the workspace. */
async function supportingMe(ctx: TransactionContext, actor: UserActor, endsAt: Date): Promise<OwnAccount> {
  const row = await ownWorkspaceRow(ctx)
  const [firstName = '', ...others] = actor.name.split(' ')
  return {
    id: actor.id,
    userId: actor.id,
    firstName,
    lastName: others.join(' '),
    email: null,
    phoneNumber: null,
    language: null,
    status: userStatus.active,
    accountRole: actor.accountRole,
    workspaceRole: actor.workspaceRole,
    permissions: [...actor.permissions],
    unitsOnly: false,
    keyPermissions: [],
    hasPassword: false,
    codes: 'never',
    passkeys: 0,
    workspace: {
      id: row.id,
      name: row.name,
      slug: row.slug,
      icon: iconAddress(row.id, row.digest),
      type: row.type,
      status: row.status,
      partner: shownPartner(row.partner),
    },
    otherWorkspaces: [],
    session: { startedAt: ctx.clock.now().toISOString(), verifiedAt: null },
    demo: false,
    billing: ctx.config.billing,
    maintenance: maintenanceOf(ctx) !== null,
    support: { endsAt: endsAt.toISOString() },
  }
}

/** Can the user sign in with an emailed code? (docs/decisions/0021) */
function codesOf({ accountRole, workspaceRole }: UserActor, row: SelfRow): OwnAccount['codes'] {
  if (accountRole === superAdministrator) return 'never'
  if (workspaceRole === null) return 'always'
  return row.codes_agreed ? 'agreed' : 'not-agreed'
}

const phoneOf = (row: SelfRow) =>
  row.phone_country === null || row.phone_number === null
    ? null
    : { countryCode: row.phone_country, mobileNumber: row.phone_number }

const workspaceIn = (row: SelfRow) => ({
  id: row.workspace_id,
  name: row.workspace_name,
  slug: row.slug,
  icon: iconAddress(row.workspace_id, row.digest),
  type: row.type,
  status: row.workspace_status,
  partner: shownPartner(row.partner),
})

export const ownWorkspace = async (ctx: TransactionContext) => workspaceIn(await selfOf(ctx))

/** Changes own name and language. @throws imported-read-only if a directory manages the name */
export async function updateDetails(
  ctx: TransactionContext,
  to: Partial<InputFor<'updateDetails'>>,
): Promise<OwnAccount> {
  const row = await selfOf(ctx)
  const before = { firstName: row.first_name, lastName: row.last_name, language: row.language }
  const after = {
    firstName: to.firstName ?? before.firstName,
    lastName: to.lastName ?? before.lastName,
    language: to.language === undefined ? before.language : to.language,
  }
  const renamed = after.firstName !== before.firstName || after.lastName !== before.lastName
  if (renamed && row.source !== local) throw problem('imported-read-only')
  if (renamed || after.language !== before.language) {
    await changeDetails(ctx, row.id, after)
    const name = `${after.firstName} ${after.lastName}`
    await record(ctx, { action: 'account.updated', object: { type: 'user', id: row.id, name }, before, after })
  }
  return me(ctx)
}

export async function accountPart(
  ctx: TransactionContext,
  { url }: InputFor<'part'>,
): Promise<Record<string, unknown>> {
  const row = await selfOf(ctx)
  if (url === 'language') return { language: row.language }
  if (url === 'contact') return { email: row.email, phoneNumber: phoneOf(row) }
  return { firstName: row.first_name, lastName: row.last_name, userId: row.user_id }
}

/** Changes one part, except contact, which has its own call with a code. @throws not-found, imported-read-only */
export function updatePart(ctx: TransactionContext, { url, ...to }: InputFor<'updatePart'>): Promise<OwnAccount> {
  if (url === 'contact') throw problem('not-found')
  if (url === 'language') return updateDetails(ctx, to.language === undefined ? {} : { language: to.language })
  return updateDetails(ctx, {
    ...(to.firstName && { firstName: to.firstName }),
    ...(to.lastName && { lastName: to.lastName }),
  })
}

export const challengeForAccount = async (ctx: TransactionContext) => ({
  challenge: ownChallenge(ctx, 'pair', newChallenge()),
})
