import { sessions } from '@claviger/contract/access/sessions'
import { credentials } from '@claviger/contract/keys/credentials'
import { call } from '#platform/data/call.ts'
import { askPasskey, CeremonyFault } from '#platform/data/passkey-ceremony.ts'
import { t } from '#platform/text/text.ts'
import { dismiss, toast } from '#platform/ui/over/toast.ts'

// The confirmation itself must not require a confirmation
const asking = { quiet: true, confirmed: true }

export async function confirmPerson(): Promise<void> {
  const { session, authInfo } = await call(credentials.challenge, { purpose: 'verify' }, asking)
  if (!authInfo.request || authInfo.request.allowCredentials.length === 0) return askForPasskey()
  const said = toast('info', t('Confirm your identity with your passkey.'))
  const assertion = await askPasskey(authInfo.request).finally(() => dismiss(said))
  await call(sessions.verify, { ...assertion, session }, asking)
}

// Only a passkey can confirm, so a user without one must create it first
function askForPasskey(): never {
  const why = t('Add a passkey to your account first. You need a passkey to confirm your identity.')
  const add = () => location.assign('/dashboard/addSecurityKey')
  toast('warning', why, { action: { label: t('Add passkey'), do: add } })
  throw new CeremonyFault(why, true)
}
