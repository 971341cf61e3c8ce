import { workspaceRoles } from '@claviger/contract/platform/permissions'
import type { Tokens } from '@claviger/contract/access/sign-in'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { freshMinutes } from '#platform/freshness.ts'
import { days, later, minutes } from '#platform/clock.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { enterWorkspace, userOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { beginCounting } from '#features/billing/licenses/licenses.ts'
import { passkeysOf, storePasskey } from '#features/keys/credentials/credentials.ts'
import { addUser, signedIn } from '#features/people/users/users.ts'
import { placeAs } from '#features/work/rank/rank.ts'
import { makeAdministrator, makeSuperAdministrator } from '#features/tenancy/administrators/administrators.ts'
import { createWorkspace, endOnboarding, freeSlug } from '#features/tenancy/workspaces/workspaces.ts'
import { setPassword } from '../passwords/passwords.ts'
import { rememberBrowser } from '../guesses/guesses.browser.ts'
import { openSession } from '../sessions/sessions.ts'
import { storeCard } from './registration-card.ts'
import { passkeyIn } from './passkey.ts'
import { redeemStoredCode } from './registration.promo.ts'
import { addressOfRegistration, asksIdentity, pictureIn, registrationOf, verifierOf } from './registration.ts'
import { partnerOf } from './registration-partner.ts'
import { isInstallationSetUp, type RegistrationRow, updateRegistration } from './registration.store.ts'

const owner = workspaceRoles.owner
// Allows a second press or a lost response; later, this session must not open the account anymore
const againMinutes = 1
const types = { work: workspaceTypes.company, school: workspaceTypes.school, personal: workspaceTypes.individual }

/**
 * Creates the workspace and its owner, and signs in. The row is locked, so concurrent calls create one workspace.
 * @throws wrong-step, workspace-url-taken
 */
export async function complete(ctx: TransactionContext): Promise<Tokens> {
  const row = await registrationOf(ctx)
  const now = ctx.clock.now()
  if (row.completed_at !== null) {
    if (later(row.completed_at, minutes(againMinutes)) < now) throw problem('wrong-step')
    await enterWorkspace(ctx, row.workspace_id)
    await record(ctx, {
      action: row.passkey === null ? 'sign-in.code' : 'sign-in.passkey',
      by: { id: row.owner_id, name: ownerName(row) },
    })
    return signIn(ctx, row)
  }
  const isConfirmed = row.identity_confirmed_at !== null || !asksIdentity(ctx)
  if (row.step !== 'complete' || row.email_proven_at === null || !isConfirmed) throw problem('wrong-step')
  // Its email was not verified, which only the operator's needs not to be
  if (row.setup && (await isInstallationSetUp(ctx.db))) throw problem('link-spent')
  await makeWorkspace(ctx, row)
  await beginCounting(ctx)
  await makeOwner(ctx, row)
  const verifier = verifierOf(ctx)
  if (verifier !== null)
    await record(ctx, {
      action: 'identity.verified',
      by: { id: row.owner_id, name: ownerName(row) },
      object: { type: 'user', id: row.owner_id, name: ownerName(row) },
      after: { provider: verifier },
    })
  await redeemStoredCode(ctx, row, { id: row.owner_id, name: ownerName(row) })
  const kept = {
    completed_at: now,
    password_hash: null,
    challenge: null,
    code_hash: null,
    icon: null,
    card_sealed: null,
  }
  await updateRegistration(ctx.db, row.id, kept)
  return signIn(ctx, row)
}

const ownerName = (row: RegistrationRow) => `${row.first_name} ${row.last_name}`

async function makeWorkspace(ctx: TransactionContext, row: RegistrationRow): Promise<void> {
  const personal = row.kind === 'personal'
  const name = personal ? ownerName(row).slice(0, 100) : (row.workspace_name ?? '')
  const slug = personal ? await freeSlug(ctx, name) : (row.workspace_slug ?? '')
  const type = types[row.kind as keyof typeof types]
  const partner = row.referrer === null ? undefined : await partnerOf(ctx, row.referrer)
  await createWorkspace(ctx, {
    id: row.workspace_id,
    name,
    slug,
    type,
    // The workspace of the first start is the one in which super administrators live
    installation: row.setup,
    timeZone: row.time_zone ?? undefined,
    ...(!personal && {
      address: addressOfRegistration(row) ?? undefined,
      icon: pictureIn(row),
      trialEnds: later(ctx.clock.now(), days(ctx.config.billingFile.trialDays)).toISOString().slice(0, 10),
    }),
    referrer: partner?.slug,
    partner: partner?.id,
  })
  await record(ctx, {
    action: 'workspace.created',
    by: { id: row.owner_id, name: ownerName(row) },
    object: { type: 'workspace', id: row.workspace_id, name },
    after: { name, slug, type },
  })
}

async function makeOwner(ctx: TransactionContext, row: RegistrationRow): Promise<void> {
  // Who registers a workspace placed all that there is
  await placeAs(ctx.db, 'operator')
  const user = await addUser(ctx, {
    id: row.owner_id,
    userId: row.email,
    email: row.email,
    emailVerified: true,
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    ...(row.phone_number !== null && {
      phoneNumber: { countryCode: row.phone_country ?? '', mobileNumber: row.phone_number },
    }),
    // The workspace's log entry already names its owner
    quiet: true,
  })
  await makeAdministrator(ctx, user, owner, { id: user, name: ownerName(row) })
  if (row.setup) await makeSuperAdministrator(ctx, user, { id: user, name: ownerName(row) })
  if (row.password_hash !== null) await setPassword(ctx, user, row.password_hash)
  const passkey = passkeyIn(row)
  if (passkey) await storePasskey(ctx, user, passkey, { name: passkey.name })
  await storeCard(ctx, row, { id: user, name: ownerName(row) })
  await signedIn(ctx, user)
}

/**
 * Only a newly created passkey counts as a confirmation for sensitive changes, a code never does; a user without a
 * passkey can add the first one without it.
 */
async function signIn(ctx: TransactionContext, row: RegistrationRow): Promise<Tokens> {
  const [passkey] = row.passkey === null ? [] : await passkeysOf(ctx, row.owner_id)
  const verified =
    passkey !== undefined &&
    // A verification service doesn't ask for the passkey
    verifierOf(ctx) === null &&
    row.identity_confirmed_at !== null &&
    later(row.identity_confirmed_at, minutes(freshMinutes)) > ctx.clock.now()
  const method = row.passkey === null ? 'code' : 'passkey'
  rememberBrowser(ctx, row.owner_id)
  return openSession(ctx, { user: row.owner_id, method, verified, passkey: passkey?.id })
}

export async function completeSteps(ctx: TransactionContext) {
  if (userOf(ctx).workspaceRole === owner) await endOnboarding(ctx)
  return { ok: true as const }
}
