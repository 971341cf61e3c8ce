import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Apart } from '../../../../ground/world.ts'
import { currentRequest } from '../asked.ts'
import { clientOf } from './clients.ts'
import {
  consumeItem,
  deleteItem,
  deleteOfGrant,
  findByOther,
  findItem,
  findSessionAt,
  findToken,
  type Found,
  saveItem,
} from '../oidc.store.ts'

/** What its holder has is told to nobody else: it is put back when it is asked for by it. */
const secretNames = new Set([
  'AccessToken',
  'AuthorizationCode',
  'RefreshToken',
  'ClientCredentials',
  'PushedAuthorizationRequest',
])
const tokens = new Set(['AccessToken', 'ClientCredentials', 'RefreshToken'])
const ofBrowsers = new Set(['Session', 'Grant', 'Interaction'])

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Where the provider of a workspace keeps what it must know again. */
export function adapterOf(at: Apart, address: string, kind: string): Adapter {
  const told = (found: Found | undefined, name?: string): AdapterPayload | undefined =>
    found && {
      ...found.payload,
      ...(name !== undefined && { jti: name }),
      ...(found.consumed !== null && { consumed: found.consumed }),
    }
  return {
    async upsert(name, payload, expiresIn) {
      const { jti, ...rest } = payload
      const user = text(payload.accountId)
      await saveItem(at, {
        kind,
        name,
        payload: { ...rest, ...(!secretNames.has(kind) && { jti }), ...(kind === 'Session' && { address }) },
        other: kind === 'Session' ? text(payload.uid) : text(payload.userCode),
        grant: text(payload.grantId),
        client: text(payload.clientId),
        user,
        session: user !== undefined && ofBrowsers.has(kind) ? currentRequest().here?.session : undefined,
        sessionUid: text(payload.sessionUid),
        expiresAt: new Date(Date.now() + (expiresIn ?? 0) * 1000),
      })
    },
    async find(name) {
      if (kind === 'Client') return clientOf(at, name)
      if (kind === 'Session') return told(await findSessionAt(at, name, currentRequest().here?.session), name)
      if (!tokens.has(kind)) return told(await findItem(at, kind, name), name)
      const known = currentRequest().tokens
      const looked = known.get(name) ?? findToken(at, name)
      known.set(name, looked)
      const token = await looked
      return token?.kind === kind ? told(token, name) : undefined
    },
    findByUserCode: async code => told(await findByOther(at, kind, code)),
    findByUid: async uid => told(await findByOther(at, kind, uid)),
    async consume(name) {
      // Of two that use the same at once, one is a replay
      if (!(await consumeItem(at, kind, name))) throw new errors.InvalidGrant('used already')
    },
    destroy: name => deleteItem(at, kind, name),
    revokeByGrantId: grant => deleteOfGrant(at, grant),
  }
}
