import { sessions } from '@claviger/contract/access/sessions'
import { credentials } from '@claviger/contract/keys/credentials'
import { call } from '../../../ground/data/call.ts'
import { askPasskey, CeremonyFault } from '../../../ground/data/ceremony.ts'
import { Refusal } from '../../../ground/data/refusal.ts'
import { t } from '../../../ground/text/text.ts'
import { toast } from '../../../ground/ui/over/toast.ts'
import { sessionLost } from '../../../shell/signOut.ts'

/** Confirms with a passkey that it is still the same person. */
async function verify(): Promise<void> {
  const { session, authInfo } = await call(credentials.challenge, { purpose: 'verify' }, { quiet: true })
  if (!authInfo.request || authInfo.request.allowCredentials.length === 0) return askToSignIn()
  const assertion = await askPasskey(authInfo.request)
  await call(sessions.verify, { ...assertion, session }, { quiet: true })
}

// A code counts as fresh for whoever has no passkey, but only when it is: signing in again is the way
function askToSignIn(): never {
  const why = t('Sign in again to confirm that it is you. Then you have five minutes for this.')
  toast('warning', why, { action: { label: t('Sign in again'), do: sessionLost } })
  throw new CeremonyFault(why, true)
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
