import { Problem } from '#platform/problem.ts'
import { later, minutes } from '#platform/clock.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { userById } from '#features/people/users/users.ts'
import {
  creationFor,
  newChallenge,
  passkeysOn,
  spendChallenge,
  storePasskey,
  verifiedPasskey,
} from '../credentials/credentials.ts'
import { claimPasskeyCreation } from '../held-keys/held-keys.ts'
import { makeOnBehalf } from '../held-keys/held-keys.on-behalf.ts'
import { keyById } from '../security-keys/security-keys.ts'
import { clientData } from './ceremonies.ts'

/**
 * Makes a key's passkey for this installation while its owner is at the reader that enrolled a finger. The key
 * can then sign in on our own page through the reader's program, as at any site. Skipped if the workspace's
 * rules deny its model.
 */
export async function makeOwnPasskey(ctx: RequestContext, id: string): Promise<void> {
  const challenge = newChallenge()
  const begun = await ctx.transact(async inner => {
    const key = await keyById(inner, id)
    const owner = key && (await userById(inner, key.user_id))
    // One of two passkeys created at the same time would be unusable
    if (!key || !owner || !(await claimPasskeyCreation(inner, id))) return undefined
    if ((await passkeysOn(inner, owner.id, id)).length > 0) return undefined
    const displayName = `${owner.first_name} ${owner.last_name}`
    const user = { id: owner.id, name: owner.email ?? displayName, displayName }
    return { key, options: creationFor(inner, { user, challenge, attachment: 'cross-platform', exclude: [] }) }
  })
  if (!begun) return
  const { key, options } = begun
  const { clientDataJSON, clientDataHash } = clientData('webauthn.create', options.challenge, ctx.config.publicUrl)
  const user = { ...options.user, id: Buffer.from(options.user.id, 'base64url') }
  const ordered = { rp: options.rp, user, clientDataHash, exclude: [], hmacSecret: false }
  const made = await makeOnBehalf(ctx, key, undefined, ordered)
  if ('declined' in made)
    return ctx.log.info({ status: made.declined }, 'a fingerprint key has no passkey for our pages')
  const passkey = verifiedPasskey(ctx, {
    response: {
      id: made.credentialId.toString('base64url'),
      type: 'public-key',
      clientDataJSON,
      attestationObject: made.attestationObject.toString('base64url'),
      transports: ['usb'],
    },
    challenge,
  })
  try {
    await ctx.transact(async inner => {
      if (!(await made.store(inner))) return
      await spendChallenge(inner, challenge, later(inner.clock.now(), minutes(1)))
      await storePasskey(inner, key.user_id, passkey, { name: key.name, key: key.id })
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    ctx.log.info({ code: error.code }, 'a fingerprint key has no passkey for our pages')
  }
}
