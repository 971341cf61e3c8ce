import { createPrivateKey } from 'node:crypto'
import { registration } from '@claviger/contract/access/registration'
import type { CreationOptions } from '@claviger/contract/keys/ceremony'
import { asRegistration, softwareKey } from '../server/test/api/authenticator.ts'
import type { Visitor } from './browser.ts'

interface Tokens {
  accessToken: string
  refreshToken: string
}

const aaguid = '01020304-0506-0708-0102-030405060708'

/**
 * Opens an emailed link through the API instead of its page; the passkey is created on the browser's key. Returns the
 * tokens, which no page holds yet.
 */
export async function activateThroughApi({ context, key }: Visitor, link: string): Promise<Tokens> {
  const { origin, searchParams } = new URL(link)
  const call = async <T>({ method, path }: { method: string; path: string }, data: object, interim?: string) => {
    const headers = interim === undefined ? {} : { authorization: interim }
    const answer = await context.request.fetch(origin + path, { method, data, headers })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const { session } = await call<{ session: string }>(registration.verify, { link: searchParams.get('link') })
  const { creation } = await call<{ creation: CreationOptions }>(registration.challenge, {}, session)
  const made = softwareKey({ origin, aaguid, attestation: 'none' })
  const registered = asRegistration(made.create(creation))
  const { tokens } = await call<{ tokens: Tokens }>(registration.storePasskey, registered, session)
  for (const { id, rpId, userHandle, secret, signCount } of made.kept())
    await key.take({
      credentialId: base64(id),
      rpId,
      userHandle: base64(userHandle),
      privateKey: createPrivateKey({ key: secret, format: 'jwk' })
        .export({ type: 'pkcs8', format: 'der' })
        .toString('base64'),
      signCount,
    })
  return tokens
}

const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
