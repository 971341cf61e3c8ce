import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { keyActivation } from '@claviger/contract/keys/key-activation'
import type { Registration } from '@claviger/contract/keys/ceremony'
import { doneReply } from '@claviger/contract/platform/fields'
import { problem } from '#platform/problem.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { useLink } from '#features/people/account-links/account-links.ts'
import { spendChallenge, storePasskey, verifiedPasskey } from '../credentials/credentials.ts'
import { deviceSetUp } from '../key-assignment/key-assignment.activated.ts'
import { notifyActivated } from '../security-keys/security-keys.mails.ts'
import { behindLink, lockedLink } from './activation-links.ts'

type Calls = (typeof keyActivation)['calls']
type InputFor<Call extends keyof Calls> = OutputOf<Calls[Call]['input']>

/**
 * Stores the passkey of a hardware key or phone on its pending key and uses up the link. Doesn't sign the user
 * in.
 */
export const addHardware = withoutTransaction((ctx: RequestContext, input: InputFor<'addHardware'>) =>
  stored(ctx, input.authenticationInfo, input.name),
)

export const registerHardware = withoutTransaction((ctx: RequestContext, input: InputFor<'registerHardware'>) =>
  stored(ctx, input.authenticationInfo, input.deviceName),
)

async function stored(ctx: RequestContext, response: Registration, name: string | undefined) {
  // Spent even if the answer turns out to be wrong
  const challenge = await ctx.transact(async inside => {
    const { link } = await behindLink(inside)
    if (link.purpose === 'card') throw problem('link-spent')
    if (link.challenge === null) throw problem('challenge-refused')
    await spendChallenge(inside, link.challenge, link.endsAt)
    return link.challenge
  })
  const passkey = verifiedPasskey(ctx, { response, challenge })
  return ctx.transact(async inside => {
    const { link, key, user, by } = await lockedLink(inside)
    await useLink(inside, link.id)
    const called = name || key.name
    const on = await deviceSetUp(inside, key.id, { aaguid: passkey.aaguid, name, by })
    await storePasskey(inside, user.id, passkey, { name: called, key: on })
    await notifyActivated(inside, user, { id: on, name: called })
    return { ...doneReply, name: called }
  })
}
