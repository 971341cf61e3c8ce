import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { Provider } from 'oidc-provider'
import { installationSecret } from '../../../../ground/secrets/secrets.ts'
import { transact } from '../../../../ground/db/transaction.ts'
import type { Apart, World } from '../../../../ground/world.ts'
import { faceOf } from '../../../tenancy/workspaces/workspaces.ts'
import { besideRequests } from '../../browser-sessions/browser-sessions.ts'
import { ownClaims } from './account.ts'
import { configurationOf } from './configuration.ts'
import { harden, type Published } from './harden.ts'
import { keysKeptFor, signingKeys } from '../oidc.keys.ts'

/** The provider of a workspace at one of its addresses. */
export interface Served {
  readonly provider: Provider
  readonly at: Apart
  readonly published: Published
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string }
  /** As it stands behind `/oidc/`. */
  readonly address: string
  readonly until: number
}

/** So many providers are held by a process; each is 35 kB, and made again in less than a millisecond. */
const most = 500

interface Shelf {
  readonly served: Map<string, Promise<Served | undefined>>
  secret: Promise<Buffer> | undefined
}
const shelves = new WeakMap<World['pool'], Shelf>()

/** The provider of the workspace that has this address, by slug or id; undefined where there is none. */
export async function providerAt(world: World, address: string): Promise<Served | undefined> {
  if (!/^[a-z0-9-]{1,63}$/.test(address)) return undefined
  const shelf = shelves.get(world.pool) ?? { served: new Map(), secret: undefined }
  shelves.set(world.pool, shelf)
  const kept = shelf.served.get(address)
  const known = await kept
  if (kept && known && known.until > Date.now()) {
    // The one that was not asked for the longest goes first
    shelf.served.delete(address)
    shelf.served.set(address, kept)
    return known
  }
  const made = makeProvider(world, shelf, address)
  shelf.served.set(address, made)
  const forget = () => {
    if (shelf.served.get(address) === made) shelf.served.delete(address)
  }
  made.then(one => one ?? forget(), forget)
  const [oldest] = shelf.served.keys()
  if (shelf.served.size > most && oldest !== undefined) shelf.served.delete(oldest)
  return made
}

/** Makes it anew at the next request, for its keys have changed. */
export function forgetProviders(world: World, workspace: string): void {
  const served = shelves.get(world.pool)?.served
  for (const [address, one] of served ?? [])
    void one.then(known => known?.workspace.id === workspace && served?.delete(address))
}

async function makeProvider(world: World, shelf: Shelf, address: string): Promise<Served | undefined> {
  const request = { id: 'sso', ip: '', userAgent: '' }
  const face = await transact(world, { actor: { kind: 'nobody' }, request }, ctx => faceOf(ctx, address))
  if (!face || (address !== face.slug && address !== face.id)) return undefined
  // Whoever puts a disabled workspace right does so in the console
  if (face.status === workspaceStatus.disabled) return undefined
  const at = besideRequests(world, face.id)
  shelf.secret ??= installationSecret(world.superPool, world.sealer, 'oidc-cookies')
  const cookieSecret = await shelf.secret
  const keys = await signingKeys(at)
  const issuer = `${world.config.publicUrl.replace(/\/$/, '')}/oidc/${address}`
  const provider = new Provider(issuer, configurationOf(at, address, { keys, cookieSecret }))
  // The address that people use is known; what a request says of it counts only as far as we have put it there
  provider.proxy = true
  const published: Published = new Map()
  harden(provider, at, published)
  tellOwnClaims(provider)
  const { id, slug, name } = face
  return { provider, at, published, workspace: { id, slug, name }, address, until: Date.now() + keysKeptFor }
}

/**
 * The provider filters claims by a table that is the same for all applications. What an application's own mapping says
 * stands beside that and is told whole.
 */
function tellOwnClaims(provider: Provider): void {
  const { prototype } = (provider as unknown as { Claims: { prototype: Claims } }).Claims
  const filtered = prototype.result
  prototype.result = async function result(this: Claims) {
    return { ...this.available[ownClaims], ...(await filtered.call(this)) }
  }
}

interface Claims {
  available: { [ownClaims]?: Record<string, unknown> }
  result(): Promise<Record<string, unknown>>
}
