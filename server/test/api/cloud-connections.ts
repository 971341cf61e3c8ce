import { generateKeyPairSync } from 'node:crypto'
import { apiApplications } from '@claviger/contract/connect/api-applications'
import type { ConnectedDirectory } from '../../src/features/directories/connections/connections.ts'
import { applyUsers } from '../../src/features/directories/links/links.ts'
import { directories } from './directories.ts'
import type { EntraEmulator } from '../emulators/entra/mounting.ts'
import type { OktaEmulator } from '../emulators/okta/mounting.ts'
import type { TestApp } from '../app/test-app.ts'

let count = 0

interface Credentials {
  secret?: string
  tenantId?: string
  clientId?: string
  privateKey?: string
}

export function cloudConnections(home: Pick<TestApp, 'world' | 'as' | 'given'>) {
  const { add, inside } = directories(home)
  const client = '0d9c1a52-3f5b-4d0a-8c38-2b1a4c7d9e10'
  const connect = async (kind: 1 | 2, address: string, by: Credentials): Promise<ConnectedDirectory> => {
    const owner = home.as((await home.given.session(home.given.owner)).accessToken)
    const { id } = await owner.tell(apiApplications.create, {
      name: `Cloud ${String(count)}`,
      type: kind === 1 ? 'azure' : 'okta',
      address,
      ...by,
    })
    return add({ kind, name: `Directory ${String(count++)}`, apiApplication: id })
  }
  return {
    client,
    entra: ({ address, tenant }: EntraEmulator) =>
      connect(1, address, { secret: 'shh', tenantId: tenant, clientId: client }),
    okta: ({ address }: OktaEmulator) => connect(2, address, { secret: 'shh' }),
    oktaByKey({ address, clients }: OktaEmulator, clientId: string, scopes: string[]): Promise<ConnectedDirectory> {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      clients.set(clientId, { jwk: publicKey.export({ format: 'jwk' }), scopes: new Set(scopes) })
      return connect(2, address, {
        clientId,
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      })
    },
    async person(connection: ConnectedDirectory, anchor: string, login: string): Promise<string> {
      const [firstName = '', lastName = ''] = (login.split('@')[0] ?? '').split('.')
      const fields = { userId: login, firstName, lastName, email: login }
      const [applied] = await inside(ctx => applyUsers(ctx, connection, [{ anchor, active: true, fields }], 2))
      if (!applied?.user) throw new Error(`nobody came: ${JSON.stringify(applied)}`)
      return applied.user
    },
  }
}
