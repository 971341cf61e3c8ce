import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { useRead } from '#platform/data/useRead.ts'
import { useSession } from '#shell/session.tsx'

export interface Provider {
  id: string
  name: string
}

export function useProviders(): readonly Provider[] {
  const { me } = useSession()
  const here = { id: me.workspace.id }
  const oidc = useRead(oidcProviders.offered, here, { quiet: true })
  const saml = useRead(samlProviders.offered, here, { quiet: true })
  return [...(oidc.data?.items ?? []), ...(saml.data?.items ?? [])]
}
