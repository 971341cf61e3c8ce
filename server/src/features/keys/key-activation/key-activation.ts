import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type { keyActivation } from '@claviger/contract/keys/key-activation'
import { keyStatus } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { mayEnter } from '#platform/entrance/entrance.ts'
import { later, minutes } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { idBytes } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isOfKey, openLink, refusedLink, useLink } from '#features/people/account-links/account-links.ts'
import { userById } from '#features/people/users/users.ts'
import { pinConfig } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { tappedCard } from '../reader-settings/reader-settings.ts'
import { cardMustFit, cardSetUp } from '../key-assignment/key-assignment.activated.ts'
import { keyById, keyToChange } from '../security-keys/security-keys.ts'
import { notifyActivated } from '../security-keys/security-keys.mails.ts'
import { behindLink, lockedLink, isOpen, isPinReset } from './activation-links.ts'

type Calls = (typeof keyActivation)['calls']
type InputFor<Call extends keyof Calls> = OutputOf<Calls[Call]['input']>

const sessionMinutes = 30

/** Opens a key's link for 30 minutes. @throws link-spent, workspace-disabled */
export async function openKeyLink(
  ctx: TransactionContext,
  input: InputFor<'open'>,
): Promise<OutputOf<Calls['open']['reply']>> {
  const { purpose, ...link } = await openLink(ctx, input.link)
  const workspace = workspaceOf(ctx)
  const face = await faceOf(ctx, workspace)
  const user = await userById(ctx, link.user)
  const key = link.key === null ? undefined : await keyById(ctx, link.key)
  if (!isOfKey(purpose) || !face || !user || !key) throw problem('link-spent')
  const refused = (code: 'link-spent' | 'workspace-disabled', failed: string) =>
    refusedLink(ctx, problem(code), { purpose, person: user, failed })
  if (!isOpen(key, link)) throw refused('link-spent', msg('The action of this link was already completed'))
  if (!mayEnter('key-link', face.status)) throw refused('workspace-disabled', msg('The workspace is disabled'))
  const soon = later(ctx.clock.now(), minutes(sessionMinutes))
  const payload = Buffer.concat([idBytes(workspace), idBytes(link.id)])
  return {
    session: ctx.references.sign('link', payload, soon < link.endsAt ? soon : link.endsAt),
    purpose,
    recovers: isPinReset(key),
    keyName: key.name,
    pin: purpose === 'card' && key.verification === verifications.pin,
    mailbox: user.email !== null,
    person: `${user.first_name} ${user.last_name}`,
    workspaceName: face.name,
    workspaceIcon: face.icon,
    endsAt: link.endsAt.toISOString(),
  }
}

/**
 * Whether a tapped card can become this key's card. @throws link-spent, card-unreadable, card-taken,
 * card-other
 */
export async function tapCard(ctx: TransactionContext, input: InputFor<'tap'>) {
  const { key, link } = await behindLink(ctx)
  if (link.purpose !== 'card') throw problem('link-spent')
  const card = await tappedCard(ctx, input)
  await cardMustFit(ctx, key, card)
  return { ...doneReply, cardEnd: card.slice(-4) }
}

export async function pinRules(ctx: TransactionContext) {
  await behindLink(ctx)
  return { pinConfig: await pinConfig(ctx) }
}

/**
 * Uses up the link: the tapped card becomes the key, with its PIN.
 * @throws link-spent, card-unreadable, card-taken, card-other, pin-unfit
 */
export async function setCard(ctx: TransactionContext, input: InputFor<'setCard'>) {
  const { link, user, by } = await lockedLink(ctx)
  if (link.purpose !== 'card') throw problem('link-spent')
  const card = await tappedCard(ctx, input)
  await useLink(ctx, link.id)
  const key = await keyToChange(ctx, link.key)
  if (!key || !isOpen(key, link)) throw problem('link-spent')
  const waited = key.status === keyStatus.pending
  const mailed = await cardSetUp(ctx, key, { card, pin: input.pin, by })
  if (waited) await notifyActivated(ctx, user, key)
  return { ...doneReply, mailed }
}
