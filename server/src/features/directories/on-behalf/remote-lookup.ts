import type { OnBehalfService } from '@claviger/contract/directories/on-behalf'
import * as z from 'zod/mini'
import { msg } from '#platform/languages.ts'
import { Problem } from '#platform/problem.ts'
import { accessTo } from '#features/connect/api-applications/api-applications.access.ts'
import type { TransactionWorld } from '#features/work/works/works.ts'
import { graphOf } from '../cloud/cloud.graph.ts'
import { oktaOf } from '../cloud/cloud.okta.ts'
import { immutableIdOf } from '../ldap/ldap.reader.ts'
import { entraAccount } from './entra-registration.ts'
import { oktaAccount } from './okta-registration.ts'
import { connectionById } from '../connections/connections.ts'
import type { RemotePasskeyRow } from './on-behalf.store.ts'
import { type PasskeySearch, RemoteAccountRefusal, type RemoteAccount } from './remote-account.ts'

const Found = z.object({ value: z.array(z.object({ id: z.string() })) })

/** The ID in Entra ID of a user of Active Directory. @throws RemoteAccountRefusal if Entra ID doesn't have the user */
export async function findByImmutableId(
  world: TransactionWorld,
  { application, anchor }: { application: string; anchor: string },
  signal: AbortSignal,
): Promise<string> {
  const graph = await world.transact(ctx => graphOf(world, ctx, application))
  const filter = encodeURIComponent(`onPremisesImmutableId eq '${immutableIdOf(anchor) ?? ''}'`)
  const { value } = Found.parse(await graph.get(`/users?$filter=${filter}&$select=id`, { signal }))
  const [only, another] = value
  if (!only || another) throw new RemoteAccountRefusal('gone-there')
  return only.id.toLowerCase()
}

/** The provider account of a registration. @throws RemoteAccountRefusal if the directory is no longer connected */
export async function remoteAccountOf(
  world: TransactionWorld,
  { service, connection_id, anchor }: RemotePasskeyRow,
): Promise<RemoteAccount> {
  const application = await world.transact(async ctx => (await connectionById(ctx, connection_id))?.apiApplication)
  if (!application) throw new RemoteAccountRefusal('not-permitted-there', msg('The directory is no longer connected'))
  return withRemoteLookup(world, service as 'entra' | 'okta', { application, anchor }, AbortSignal.timeout(60_000))
}

export const searchOfPasskey = (
  { name, remote_id: remote }: RemotePasskeyRow,
  credentialId: Buffer,
): PasskeySearch => ({
  credentialId,
  name,
  remote,
})

/** A user's provider account, with their connection's credentials. @throws RemoteAccountRefusal if these are gone */
export async function withRemoteLookup(
  world: TransactionWorld,
  service: OnBehalfService,
  { application, anchor }: { application: string; anchor: string },
  signal: AbortSignal,
): Promise<RemoteAccount> {
  try {
    if (service === 'entra') {
      const graph = await world.transact(ctx => graphOf(world, ctx, application))
      return entraAccount(graph, anchor, signal)
    }
    const { okta, access } = await world.transact(async ctx => ({
      okta: await oktaOf(world, ctx, application),
      access: await accessTo(ctx, application, 'okta'),
    }))
    return oktaAccount(okta, new URL(access.address).hostname, anchor, signal)
  } catch (error) {
    if (error instanceof Problem) throw new RemoteAccountRefusal('not-permitted-there', 'The API application is gone')
    throw error
  }
}
