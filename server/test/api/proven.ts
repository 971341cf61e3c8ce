import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import type { TestApp } from '../app/test-app.ts'

export async function proveDomain({ as, given }: Pick<TestApp, 'as' | 'given'>, domain: string): Promise<void> {
  const all = as(given.superAdmin.accessToken)
  const { id } = await all.tell(trustDomains.createFor, { id: given.owner.workspace, domain })
  await all.tell(trustDomains.decide, { id, status: 1 })
}
