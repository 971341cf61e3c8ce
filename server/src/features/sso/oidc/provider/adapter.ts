import { isDeepStrictEqual } from 'node:util'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { AutocommitContext } from '#platform/app-context.ts'
import { currentRequest } from '../request-facts.ts'
import { keyOf } from './provider-prefetch.ts'
import { applicationOf, clientOf } from './clients.ts'
import { dependsOnSettings, limitGrant } from './resources.ts'
import * as store from '../oidc.store.ts'
import type { StoredModel, Item } from '../oidc.store.ts'

/** The holder's secret is not stored with the item, but restored when it is looked up by it. */
const secretNames = new Set([
  'AccessToken',
  'AuthorizationCode',
  'RefreshToken',
  'ClientCredentials',
  'PushedAuthorizationRequest',
])
const ofBrowsers = new Set(['Session', 'Grant', 'Interaction'])

/** Items that can be written at the end of the request if all are written together. */
const mayWait = new Set(['AccessToken', 'AuthorizationCode', 'ClientCredentials', 'Grant', 'RefreshToken', 'Session'])
const goodOnce = new Set(['AuthorizationCode', 'RefreshToken', 'DeviceCode'])

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

export function adapterOf(at: AutocommitContext, address: string, kind: string): Adapter {
  const told = (found: StoredModel | undefined, name?: string): AdapterPayload | undefined =>
    found && {
      ...found.payload,
      ...(name !== undefined && { jti: name }),
      ...(found.consumed !== null && { consumed: found.consumed }),
    }
  async function sought(name: string): Promise<StoredModel | undefined> {
    const { ahead, here, later } = currentRequest()
    const waits = later?.items.findLast(one => one.kind === kind && one.name === name)
    if (waits) return { payload: waits.payload as StoredModel['payload'], consumed: null }
    const items = (await ahead)?.items
    const key = keyOf(kind, name)
    if (items?.has(key)) return items.get(key)
    return kind === 'Session' ? store.findSessionAt(at, name, here?.session) : store.findItem(at, kind, name)
  }
  /** Applies current application settings to items issued before. */
  async function asGivenNow(found: StoredModel | undefined): Promise<StoredModel | undefined> {
    const client = text(found?.payload['clientId'])
    if (!found || client === undefined || !dependsOnSettings.has(kind) || currentRequest().trial) return found
    const application = await applicationOf(at, client)
    const payload = application && limitGrant(kind, found.payload, application.settings)
    return payload && { ...found, payload }
  }
  return {
    async upsert(name, payload, expiresIn) {
      const { jti, ...rest } = payload
      const user = text(payload.accountId)
      const { here, later, trial } = currentRequest()
      // A trial session has no cookie and needs no logout notification
      if (trial && kind === 'Session') return
      const expiresAt = new Date(Date.now() + (expiresIn ?? 0) * 1000)
      if (kind === 'Session' && (await isAsItWas(name, { ...payload, address }, expiresAt))) return
      const ofHere = ofBrowsers.has(kind) || (kind === 'AuthorizationCode' && here?.user === user)
      const item: Item = {
        kind,
        name,
        payload: { ...rest, ...(!secretNames.has(kind) && { jti }), ...(kind === 'Session' && { address }) },
        other: kind === 'Session' ? text(payload.uid) : text(payload.userCode),
        grant: text(payload.grantId),
        client: text(payload.clientId),
        user,
        session: user !== undefined && ofHere ? here?.session : undefined,
        sessionUid: text(payload.sessionUid),
        expiresAt,
      }
      if (later && mayWait.has(kind)) later.items.push(item)
      else await store.saveItem(at, item)
      await forget(kind, name)
    },
    find: async name => (kind === 'Client' ? clientOf(at, name) : told(await asGivenNow(await sought(name)), name)),
    findByUserCode: async code => told(await store.findByOther(at, kind, code)),
    findByUid: async uid => told(await store.findByOther(at, kind, uid)),
    async consume(name) {
      const { later } = currentRequest()
      await forget(kind, name)
      if (later?.uses && !later.used && goodOnce.has(kind)) {
        later.used = { kind, name }
        return
      }
      // Of two concurrent uses, one is a replay
      if (!(await store.consumeItem(at, kind, name))) throw new errors.InvalidGrant('used already')
    },
    async destroy(name) {
      await forget(kind, name)
      await store.deleteItem(at, kind, name)
    },
    async revokeByGrantId(grant) {
      ;(await currentRequest().ahead)?.items.clear()
      await store.deleteOfGrant(at, grant)
    },
  }
}

const forget = async (kind: string, name: string) => (await currentRequest().ahead)?.items.delete(keyOf(kind, name))

/** A browser session is rewritten with each request; if unchanged, only its expiry moves in steps. */
async function isAsItWas(name: string, payload: AdapterPayload, expiresAt: Date): Promise<boolean> {
  const was = (await currentRequest().ahead)?.session
  if (was?.name !== name || typeof was.payload['exp'] !== 'number') return false
  const [moves, lasts] = [expiresAt.getTime() / 1000 - was.payload['exp'], (expiresAt.getTime() - Date.now()) / 1000]
  if (moves > lasts / steps) return false
  const { exp: _until, ...before } = was.payload
  const { exp: _anew, ...now } = JSON.parse(JSON.stringify(payload)) as Record<string, unknown>
  return isDeepStrictEqual(before, now)
}

const steps = 30
