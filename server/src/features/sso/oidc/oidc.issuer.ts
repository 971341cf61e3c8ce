import type { JWK } from 'oidc-provider'
import type { AutocommitContext, AppContext } from '#platform/app-context.ts'
import { signingKeys } from './oidc.keys.ts'
import { providerAt } from './provider/providers.ts'

export interface Issuer {
  readonly name: string
  readonly at: AutocommitContext
  readonly workspace: { readonly id: string; readonly slug: string }
}

export async function issuerAt(world: AppContext, address: string): Promise<Issuer | undefined> {
  const served = await providerAt(world, address)
  return served && { name: served.provider.issuer, at: served.at, workspace: served.workspace }
}

export async function rsaKey(at: AutocommitContext): Promise<JWK> {
  const key = (await signingKeys(at)).find(one => one.alg === 'RS256')
  if (!key) throw new Error('the workspace has no RSA key')
  return key
}
