import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { type externalSignIn, ExternalReport } from '@claviger/contract/access/external-sign-in'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { later, minutes } from '#platform/clock.ts'
import { runParts } from '#platform/db/parts.ts'
import { enterWorkspace, workspaceOf } from '#platform/db/transaction.ts'
import { idOfBytes } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { inNameOf } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { linkOf, noteLinkUse } from '#features/connect/identity-providers/identity-providers.links.ts'
import {
  noteProviderUse,
  type ProviderRow,
  providerById,
} from '#features/connect/identity-providers/identity-providers.ts'
import type { UserRow } from '#features/people/users/users.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { mustOfferProvider } from '../authentication-profiles/authentication-profiles.ts'
import { decideKeyless } from '../sign-in/sign-in.keyless.ts'
import { entryOf, refusedMethodEntry } from '../sign-in/sign-in.ts'
import { isAssurance } from '#features/access/identity-checks/identity-checks.ts'
import { browserAsking, markBrowser, readCode } from './browser-visit.ts'
import {
  awaitConfirmation,
  openedByPart,
  roleOf,
  consumeCompleted,
  type ExternalSignInRow,
} from './external-sign-in.store.ts'
import { sealedForSession } from './oidc/id-token.ts'
import { followGroups, followNames, followRoles, noteMissingGroups } from './attribute-updates.ts'
import { type Identity, trustedFactors } from './identity.ts'
import { isAccountLinked, newPerson, personOf } from './external-users.ts'

type Reply = InputOf<(typeof externalSignIn)['calls']['complete']['reply']>

// How long the user may take to sign in with an existing method
const confirmMinutes = 15

/**
 * Exchanges the browser's code for a session, or reports that the user must confirm first.
 * @throws external-refused, policy-refused, way-not-offered, workspace-disabled
 */
export async function completeSignIn(ctx: TransactionContext, input: { code: string }): Promise<Reply> {
  const named = readCode(ctx, input.code)
  if (!named) throw problem('external-refused')
  await enterWorkspace(ctx, named.workspace)
  const by = { now: ctx.clock.now(), code: named.hash, browser: browserAsking(ctx), visit: null }
  const underWay = await consumeCompleted(ctx.db, named.id, by)
  if (!underWay) throw problem('external-refused')
  if (underWay.tested_by !== null) return { report: ExternalReport.parse(underWay.report) }
  const row = await providerById(ctx, underWay.provider_id)
  if (!row?.active || isAssurance(row) || row.version !== underWay.provider_version || underWay.identity === null)
    throw problem('external-refused')
  return settle(inNameOf(ctx, { actor_id: null, actor_name: row.name }), row, underWay)
}

async function settle(ctx: TransactionContext, row: ProviderRow, underWay: ExternalSignInRow): Promise<Reply> {
  const identity = underWay.identity as unknown as Identity
  const outcome = await personOf(ctx, row, identity)
  if (outcome.is === 'refused') throw closedTo(ctx, row)
  if (outcome.is === 'confirm') return waitFor(ctx, row, underWay, identity)
  const user = outcome.is === 'created' ? await newPerson(ctx, identity, outcome.email) : outcome.user
  const known = outcome.is === 'linked'
  if (outcome.is === 'created') await connectedNow(ctx, row, identity, user, false)
  if (outcome.is === 'found') await linkMatched(ctx, row, identity, user)
  if (known) await followNames(ctx, row, identity, user)
  if (!known || row.settings.people.update) await followGroups(ctx, row, identity, user.id)
  const given = (await linkOf(ctx, row.id, identity.subject))?.role_given ?? null
  const role = await followRoles(ctx, row, identity, { user: user.id, given })
  await noteMissingGroups(ctx, row, identity, user)
  // A logout received meanwhile found no session to end, so refuse here
  if (!(await noteLinkUse(ctx, row.id, identity.subject, role))) throw problem('external-refused')
  if (!(await noteProviderUse(ctx, row))) throw problem('external-refused')
  return { ...(await signIn(ctx, row, underWay, user)), redirectUrl: underWay.redirect_url }
}

async function signIn(ctx: TransactionContext, row: ProviderRow, underWay: ExternalSignInRow, user: UserRow) {
  const { subject, sid, leave } = underWay.identity as unknown as Identity
  const workspace = workspaceOf(ctx)
  const face = await faceOf(ctx, workspace)
  const name = `${user.first_name} ${user.last_name}`
  const factors = trustedFactors(row, underWay.identity as unknown as Identity)
  const decision = await decideKeyless(ctx, {
    user: user.id,
    name,
    method: 'external',
    level: factors?.level,
  })
  const { tokens, parts } = entryOf(ctx, {
    workspace,
    user: user.id,
    name,
    decision,
    owner: (await roleOf(ctx.db, user.id))?.role === workspaceRoles.owner,
    workspaceStatus: face?.status ?? workspaceStatus.disabled,
    method: 'external',
    provider: { id: row.id, name: row.name },
    // A provider's authentication doesn't count as a passkey confirmation
    verified: false,
    factors,
  })
  const payload = ctx.references.read('access', tokens.accessToken, ctx.clock.now())
  if (!payload) throw new Error('a token just made is not read')
  const session = idOfBytes(payload.subarray(0, 16))
  try {
    await mustOfferProvider(ctx, user.id, row.id)
    await runParts(ctx.db, parts)
  } catch (error) {
    throw refusedMethodEntry({ workspace, user: user.id, action: 'sign-in.external' }, error) ?? error
  }
  const idToken = await sealedForSession(ctx, underWay, session)
  const opened = openedByPart({ workspace, session, provider: row.id, user: user.id, subject, sid, leave, idToken })
  await runParts(ctx.db, { opened })
  return tokens
}

/** A user who can't sign in; reveals no further reason. */
const closedTo = (ctx: TransactionContext, row: ProviderRow) =>
  problem('external-refused', msg("This account can't sign in. Contact an administrator of your workspace")).recorded(
    workspaceOf(ctx),
    {
      action: 'sign-in.external',
      failed: msg('The account is suspended, deactivated, or deleted'),
      by: { id: null, name: row.name },
      object: objectOf(row),
    },
  )

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'identity-provider', id, name })

async function waitFor(
  ctx: TransactionContext,
  row: ProviderRow,
  underWay: ExternalSignInRow,
  identity: Identity,
): Promise<Reply> {
  const face = await faceOf(ctx, workspaceOf(ctx))
  if (identity.told.email && identity.emailVerified === undefined)
    await record(ctx, {
      action: 'external.email-not-stated',
      object: objectOf(row),
      after: { address: identity.told.email[0] },
    })
  await awaitConfirmation(ctx.db, underWay.id, markBrowser(ctx), later(ctx.clock.now(), minutes(confirmMinutes)))
  return {
    redirectUrl: underWay.redirect_url,
    confirm: { provider: row.name, workspace: face?.slug ?? '', address: identity.told.email?.[0] ?? null },
  }
}

export async function connectedNow(
  ctx: TransactionContext,
  row: ProviderRow,
  identity: Identity,
  user: UserRow,
  confirmed: boolean,
): Promise<void> {
  await isAccountLinked(ctx, row, identity, user.id, confirmed)
  await record(ctx, {
    action: 'external.linked',
    by: { id: user.id, name: `${user.first_name} ${user.last_name}` },
    object: objectOf(row),
    after: { confirmed, address: identity.told.email?.[0] ?? null },
  })
}

/** Links an account to the user that it matches, and tells the user. */
export async function linkMatched(
  ctx: TransactionContext,
  row: ProviderRow,
  identity: Identity,
  user: UserRow,
): Promise<void> {
  await connectedNow(ctx, row, identity, user, false)
  await mailLinked(ctx, row, identity, user, false)
}

/** Emails a user that an external account can sign in to their account from now on. */
export async function mailLinked(
  ctx: TransactionContext,
  { name: provider }: ProviderRow,
  { told }: Identity,
  user: UserRow,
  confirmed: boolean,
): Promise<void> {
  if (user.email === null) return
  const [address] = told.email ?? []
  await mail(ctx, user.email, say => ({
    subject: say('An external account was linked to your account'),
    greeting: say('Hello {name},', { name: user.first_name }),
    paragraphs: [
      address === undefined
        ? say('An account at {provider} can now sign in to your account.', { provider })
        : say('The account {address} at {provider} can now sign in to your account.', { address, provider }),
      ...(confirmed
        ? []
        : [
            say(
              'Your organization links accounts by matching values, without asking you. You can unlink it in your profile.',
            ),
          ]),
      say("If this wasn't you, contact your administrator immediately."),
    ],
    footer: say('You receive this email because a security setting of your account has changed.'),
  }))
}
