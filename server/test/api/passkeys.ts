import { signIn } from '@claviger/contract/access/sign-in'
import { credentials, type Passkey } from '@claviger/contract/keys/credentials'
import { asAssertion, asRegistration, softwareKey, type SoftwareKey, type AuthenticatorFault } from './authenticator.ts'
import type { Answer, TestApp } from '../app/test-app.ts'

export const origin = 'http://localhost:8080'

export async function addPasskey(
  { as }: Pick<TestApp, 'as'>,
  accessToken: string,
  key: SoftwareKey = softwareKey({ origin }),
  name?: string,
): Promise<{ key: SoftwareKey; passkey: Passkey }> {
  const { session, authInfo } = await as(accessToken).tell(credentials.challenge, { purpose: 'add' })
  if (!authInfo.creation) throw new Error('no options to make a passkey')
  const made = asRegistration(key.create(authInfo.creation))
  const { result } = await as(accessToken).tell(credentials.add, {
    ...made,
    session,
    ...(name !== undefined && { name }),
  })
  return { key, passkey: result }
}

export async function signInWith(
  { as }: Pick<TestApp, 'as'>,
  key: SoftwareKey,
  spoil?: AuthenticatorFault,
): Promise<Answer<Record<string, unknown>>> {
  const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
  return as(session).ask(signIn.passkeyLogin, asAssertion(key.get(options, spoil)))
}
