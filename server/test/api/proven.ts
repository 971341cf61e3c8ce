import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import type { House } from '../app/house.ts'

export async function proven({ as, given }: Pick<House, 'as' | 'given'>, domain: string): Promise<void> {
  const all = as(given.superAdmin.accessToken)
  const { id } = await all.tell(trustDomains.createFor, { id: given.owner.workspace, domain })
  await all.tell(trustDomains.decide, { id, status: 1 })
}
