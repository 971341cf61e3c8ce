import { signIn } from '@claviger/contract/access/sign-in'
import { useRead } from '../../../ground/data/useRead.ts'
import { useSession } from '../../../shell/session.tsx'

/** An external provider that people may be sent to. */
export interface Provider {
  id: string
  name: string
}

const none: Provider[] = []

/** The external providers that the sign-in page of this workspace could show. */
export function useProviders(): readonly Provider[] {
  const { me } = useSession()
  const page = useRead(signIn.authenticationProfile, { id: me.workspace.id }, { quiet: true })
  return page.data?.providers ?? none
}
