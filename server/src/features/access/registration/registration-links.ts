import type { registration } from '@claviger/contract/access/registration'
import type { Tokens } from '@claviger/contract/access/sign-in'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { CreationOptions, Registration } from '@claviger/contract/keys/ceremony'
import { messages } from '@claviger/contract/platform/messages'
import { withoutTransaction } from '#http/bind.ts'
import { mayEnter } from '#platform/entrance/entrance.ts'
import { later, minutes } from '#platform/clock.ts'
import { idBytes, idOfBytes } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import {
  creationFor,
  knownPasskeys,
  newChallenge,
  passkeyWaits,
  spendChallenge,
  storePasskey,
  verifiedPasskey,
} from '#features/keys/credentials/credentials.ts'
import {
  isOfAccount,
  type AccountLink,
  accountLinkOf,
  openLink,
  refusedLink,
  setLinkChallenge,
  useLink,
} from '#features/people/account-links/account-links.ts'
import { hasUsableKey } from '#features/keys/security-keys/security-keys.ts'
import { emailProven, hasSignedIn, signedIn, userById } from '#features/people/users/users.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { placeAs } from '#features/work/rank/rank.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { rememberBrowser } from '../guesses/guesses.browser.ts'
import { openSession } from '../sessions/sessions.ts'
import { confirmByCode } from './registration-codes.ts'
import { recoveredLetter } from './registration-mails.ts'
import { linkWasUsed } from './registration.store.ts'
import { registrationOf } from './registration.ts'

type Verify = (typeof registration)['calls']['verify']

const sessionMinutes = 30

export const verifyLink = withoutTransaction(
  async (ctx: RequestContext, input: OutputOf<Verify['input']>): Promise<OutputOf<Verify['reply']>> => {
    const { code, link, proof } = input
    if (link !== undefined) return ctx.transact(inside => open(inside, link))
    if (code !== undefined) return { state: await confirmByCode(ctx, { code, proof }), session: null, account: null }
    throw problem('invalid-input', undefined, [{ field: 'code', message: messages['required.verification-code'] }])
  },
)

/** The account of a link and its sender, shown before anything is opened. @throws link-spent, workspace-disabled */
export async function previewLink(ctx: TransactionContext, { link: text }: { link: string }) {
  const { link, user, face } = await opened(ctx, text)
  return {
    purpose: link.purpose,
    name: `${user.first_name} ${user.last_name}`,
    workspaceName: face.name,
    workspaceIcon: face.icon,
    invitedBy: link.madeBy,
  }
}

async function opened(ctx: TransactionContext, text: string) {
  const { purpose, ...link } = await openLink(ctx, text)
  const workspace = workspaceOf(ctx)
  const user = await userById(ctx, link.user)
  const face = await faceOf(ctx, workspace)
  // Links for keys have separate pages and sign no user in
  if (!user || !face || !isOfAccount(purpose)) throw problem('link-spent')
  // As at sign-in: only owners can enter a disabled workspace, to reactivate it
  const owner = (await ownersOf(ctx)).some(one => one.id === user.id)
  if (!mayEnter('sign-in', face.status, { owner })) {
    const failed = msg('The workspace is disabled')
    throw refusedLink(ctx, problem('workspace-disabled'), { purpose, person: user, failed })
  }
  return { link: { ...link, purpose }, user, face }
}

async function open(ctx: TransactionContext, text: string): Promise<OutputOf<Verify['reply']>> {
  const { link, user, face } = await opened(ctx, text)
  const workspace = workspaceOf(ctx)
  const soon = later(ctx.clock.now(), minutes(sessionMinutes))
  const payload = Buffer.concat([idBytes(workspace), idBytes(link.id)])
  return {
    state: null,
    session: ctx.references.sign('link', payload, soon < link.endsAt ? soon : link.endsAt),
    account: {
      purpose: link.purpose,
      name: `${user.first_name} ${user.last_name}`,
      email: user.email ?? '',
      workspaceName: face.name,
      workspaceIcon: face.icon,
    },
  }
}

function linkIdOf(ctx: Pick<TransactionContext, 'actor'>): string {
  if (ctx.actor.kind !== 'link') throw problem('wrong-step')
  return idOfBytes(ctx.actor.payload.subarray(16, 32))
}

// An assigned key must be created on the kind of authenticator it was assigned for
const places = { hardware: 'cross-platform', phone: 'platform' } as const

async function linkBehind(ctx: TransactionContext) {
  const link = await accountLinkOf(ctx, linkIdOf(ctx))
  const user = link && (await userById(ctx, link.user))
  if (!user) throw problem('link-spent')
  return { link, user, name: `${user.first_name} ${user.last_name}` }
}

/** WebAuthn options to create a passkey for the link's user. @throws link-spent */
export async function linkChallenge(
  ctx: TransactionContext,
  attachment: 'any' | 'cross-platform',
): Promise<CreationOptions> {
  const { link, user, name } = await linkBehind(ctx)
  if (link.purpose === 'card' || link.purpose === 'waiting') throw problem('link-spent')
  const challenge = newChallenge()
  await setLinkChallenge(ctx, link.id, challenge)
  return creationFor(ctx, {
    user: { id: user.id, name: user.email ?? user.user_id, displayName: name },
    challenge,
    attachment: link.purpose in places ? places[link.purpose as keyof typeof places] : attachment,
    exclude: await knownPasskeys(ctx, user.id),
  })
}

/**
 * Stores the passkey of a link's user, consumes the link, and signs in. A passkey that waits for confirmation doesn't
 * sign in; the response contains when it becomes active.
 * @throws link-spent
 */
export async function storeLinkPasskey(
  ctx: RequestContext,
  made: Registration & { name?: string | undefined },
): Promise<{ tokens: Tokens | null; opensFrom: string | null }> {
  const challenge = await ctx.transact(async inside => {
    const { link } = await linkBehind(inside)
    if (!isOfAccount(link.purpose)) throw problem('link-spent')
    if (link.challenge === null) throw problem('challenge-refused')
    await spendChallenge(inside, link.challenge, link.endsAt)
    return link.challenge
  })
  const passkey = verifiedPasskey(ctx, { response: made, challenge })
  return ctx.transact(async inside => {
    const { link, user, name } = await linkBehind(inside)
    await useLink(inside, link.id)
    const proof = (await isOwnAct(inside, link)) ? 'own' : 'address'
    // A link that an administrator mailed is worth what the mailbox is; the others come from the operator
    await placeAs(inside.db, link.purpose === 'activation' ? 'mailbox' : 'operator')
    const { id } = await storePasskey(inside, user.id, passkey, { name: made.name, proof })
    await emailProven(inside, user.id)
    const opensFrom = await passkeyWaits(inside, user.id, id)
    if (opensFrom !== undefined) return { tokens: null, opensFrom: opensFrom?.toISOString() ?? null }
    await signedIn(inside, user.id)
    await record(inside, {
      ...(link.purpose === 'activation' ? { action: 'user.activated' } : { action: 'sign-in.link' }),
      by: { id: user.id, name },
      object: { type: 'user', id: user.id, name },
    })
    // Notify users who had access before, at their email
    if ((link.purpose === 'recovery' || proof === 'address') && user.email !== null)
      await mail(inside, user.email, say => recoveredLetter(say, user.first_name))
    rememberBrowser(inside, user.id)
    const tokens = await openSession(inside, { user: user.id, method: 'link', verified: true, passkey: id })
    return { tokens, opensFrom: null }
  })
}

/**
 * Does the link prove that its user acts? The operator's links do. A link emailed by an administrator does only if
 * the account was never used; otherwise it proves merely access to the mailbox.
 */
const isOwnAct = async (ctx: TransactionContext, link: AccountLink): Promise<boolean> =>
  link.purpose !== 'activation' || !((await hasSignedIn(ctx, link.user)) || (await hasUsableKey(ctx, link.user)))

export async function checkActivate(ctx: TransactionContext): Promise<{ active: boolean }> {
  if (ctx.actor.kind === 'link') return { active: await linkWasUsed(ctx.db, linkIdOf(ctx)) }
  return { active: (await registrationOf(ctx)).completed_at !== null }
}
