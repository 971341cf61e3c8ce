import { Provider } from 'oidc-provider'
import type { AutocommitContext } from '#platform/app-context.ts'
import { toBrowserSession, type HereRow } from '#features/sso/browser-sessions/browser-sessions.ts'
import { readBearer, readBrowser, readClient, readExchanged, findItemOfAnyKind } from '../prefetch.store.ts'
import { type PrefetchedRequest, currentRequest } from '../request-facts.ts'
import type { StoredModel } from '../oidc.store.ts'

const longest = 300
const nothing: PrefetchedRequest = { clientId: undefined, stamp: null, items: new Map() }

export const keyOf = (kind: string, name: string): string => `${kind} ${name}`

/** The prefetched data of the request; if none, prefetches everything the application needs. */
export function prefetchFor(at: AutocommitContext, clientId: string): Promise<PrefetchedRequest> {
  const asked = currentRequest()
  asked.ahead ??= read(at, clientId)
  return asked.ahead
}

interface Row {
  kind: string | null
  payload: Record<string, unknown> | null
  consumed: number | null
  stands: boolean
  granted: Record<string, unknown> | null
}

function itemsOf(row: Row | undefined, name: string, kinds: readonly string[]): PrefetchedRequest['items'] {
  const items = new Map<string, StoredModel | undefined>(kinds.map(kind => [keyOf(kind, name), undefined]))
  if (!row?.payload || row.kind === null || !row.stands) return items
  const { payload, consumed } = row
  items.set(keyOf(row.kind, name), { payload, consumed })
  const { grantId } = payload
  if (typeof grantId === 'string')
    items.set(keyOf('Grant', grantId), row.granted ? { payload: row.granted, consumed: null } : undefined)
  return items
}

async function read(at: AutocommitContext, clientId: string): Promise<PrefetchedRequest> {
  const { route, body } = Provider.ctx?.oidc ?? {}
  const text = (name: string) => {
    const value = body?.[name]
    return typeof value === 'string' && value.length > 0 && value.length <= longest ? value : undefined
  }
  if (route === 'token') {
    const grant = body?.['grant_type']
    const code = grant === 'authorization_code' ? text('code') : undefined
    if (code !== undefined) return exchanged(at, 'AuthorizationCode', code, clientId)
    const refresh = grant === 'refresh_token' ? text('refresh_token') : undefined
    if (refresh !== undefined) return exchanged(at, 'RefreshToken', refresh, clientId)
  }
  const token = route === 'introspection' || route === 'revocation' ? text('token') : undefined
  if (token !== undefined) {
    const row = await findItemOfAnyKind(at, token, clientId)
    const user = row?.payload?.['accountId']
    return {
      clientId,
      stamp: row?.stamp ?? null,
      items: itemsOf(row, token, ofValue),
      ...(row && typeof user === 'string' && standingOf(at, row, user)),
    }
  }
  return { clientId, stamp: (await readClient(at, clientId))?.stamp ?? null, items: new Map() }
}

const ofValue = ['AccessToken', 'ClientCredentials', 'RefreshToken']

interface Standing {
  here: HereRow | undefined
  session: string | null
  opens: boolean | null
  policies: number | null
}

/** The session of a grant, and whether the application is still assigned. */
const standingOf = (
  at: AutocommitContext,
  row: Standing,
  user: string,
): Pick<PrefetchedRequest, 'here' | 'admission'> => ({
  here: row.here && row.session !== null ? toBrowserSession(at, at.workspace, row.session, row.here) : undefined,
  admission: { user, opens: row.opens === true, version: row.policies },
})

async function exchanged(
  at: AutocommitContext,
  kind: 'AuthorizationCode' | 'RefreshToken',
  name: string,
  clientId: string,
): Promise<PrefetchedRequest> {
  const row = await readExchanged(at, kind, name, clientId)
  if (!row) return nothing
  const { person } = row
  return {
    clientId,
    stamp: row.stamp,
    items: itemsOf(row, name, [kind]),
    person: person ?? undefined,
    ...standingOf(at, row, person?.id ?? ''),
  }
}

export async function prefetchForBrowser(
  at: AutocommitContext,
  asked: { session: string | undefined; name: string | undefined; clientId: string | null },
): Promise<PrefetchedRequest> {
  const clientId = asked.clientId !== null && asked.clientId.length <= longest ? asked.clientId : ''
  const row = await readBrowser(at, { ...asked, clientId })
  const here =
    row?.here && asked.session !== undefined ? toBrowserSession(at, at.workspace, asked.session, row.here) : undefined
  const items: PrefetchedRequest['items'] = new Map()
  if (asked.name !== undefined)
    items.set(keyOf('Session', asked.name), row?.payload ? { payload: row.payload, consumed: null } : undefined)
  const session = asked.name !== undefined && row?.payload ? structuredClone(row.payload) : undefined
  const grantId = grantIn(row?.payload, clientId)
  if (grantId !== undefined)
    items.set(keyOf('Grant', grantId), row?.granted ? { payload: row.granted, consumed: null } : undefined)
  return {
    clientId: clientId === '' ? undefined : clientId,
    stamp: row?.stamp ?? null,
    items,
    ...(asked.name !== undefined && session && { session: { name: asked.name, payload: session } }),
    here,
    admission: here && row ? { user: here.user, opens: row.opens === true, version: row.policies } : undefined,
  }
}

function grantIn(payload: Record<string, unknown> | null | undefined, clientId: string): string | undefined {
  const all = payload?.['authorizations'] as Record<string, { grantId?: unknown } | undefined> | undefined
  const grantId = all?.[clientId]?.grantId
  return typeof grantId === 'string' ? grantId : undefined
}

export async function prefetchForBearer(at: AutocommitContext, name: string): Promise<PrefetchedRequest> {
  if (name.length > longest) return nothing
  const row = await readBearer(at, name)
  const client = row?.payload?.['clientId']
  return {
    clientId: typeof client === 'string' ? client : undefined,
    stamp: row?.stamp ?? null,
    items: itemsOf(row, name, ['AccessToken']),
    person: row?.person ?? undefined,
    ...(row?.person && standingOf(at, row, row.person.id)),
  }
}
