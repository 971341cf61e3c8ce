import { sessions } from '@claviger/contract/access/sessions'
import { credentials } from '@claviger/contract/keys/credentials'
import { call } from '../../../ground/data/call.ts'
import { askPasskey } from '../../../ground/data/ceremony.ts'
import { Refusal } from '../../../ground/data/refusal.ts'

/** Confirms with a passkey that it is still the same person. */
async function verify(): Promise<void> {
  const { session, authInfo } = await call(credentials.challenge, { purpose: 'verify' }, { quiet: true })
  if (!authInfo.request) return
  const assertion = await askPasskey(authInfo.request)
  await call(sessions.verify, { ...assertion, session }, { quiet: true })
}

/** Does the work, and when the server wants a fresh verification first: verifies, then does it once more. */
export async function fresh<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.code !== 'verify-first') throw fault
  }
  await verify()
  return work()
}
