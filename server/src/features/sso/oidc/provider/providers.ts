import type { JWK, Provider } from 'oidc-provider'
import { mayEnter } from '#platform/entrance/entrance.ts'
import { runOutsideLease } from '#platform/db/pool/connection-lease.ts'
import { BoundedCache } from '#platform/bounded-cache.ts'
import { installationSecret } from '#platform/secrets/secrets.ts'
import { transact } from '#platform/db/transaction.ts'
import type { AutocommitContext, AppContext } from '#platform/app-context.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { hasSecondFactors } from '#features/apps/applications/applications.second-factors.ts'
import { backgroundContext } from '#features/sso/browser-sessions/browser-sessions.ts'
import { ownClaims } from './provider-account.ts'
import { configurationOf } from './configuration.ts'
import { harden, type PublishedDocuments } from './harden.ts'
import { keysKeptFor, signingKeys } from '../oidc.keys.ts'
import { BatchingProvider } from './provider-batch.ts'

interface Made {
  readonly at: AutocommitContext
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string }
  readonly address: string
  readonly keys: readonly JWK[]
  /** An application of the workspace can request an ID token without a code. */
  readonly givesIdTokens: boolean
  readonly until: number
}

export interface WorkspaceProvider extends Omit<Made, 'keys' | 'givesIdTokens'> {
  readonly provider: Provider
  readonly respond: ReturnType<Provider['callback']>
  readonly published: PublishedDocuments
}

export interface Ready {
  readonly of: Pick<WorkspaceProvider, 'until' | 'workspace' | 'address'>
  readonly etag: string
  readonly body: Buffer
}

/**
 * Limits per process. A provider's inputs take about ten milliseconds to read and a provider two to build, but
 * it uses 60 kB, ten times as much as its inputs.
 */
const most = { providers: 500, made: 5000, ready: 1000 }

interface Shelf {
  readonly served: BoundedCache<WorkspaceProvider>
  readonly made: BoundedCache<Promise<Made | undefined>>
  readonly ready: BoundedCache<Ready>
  /** When each address was last compared with the database. */
  readonly compared: BoundedCache<number>
  secret: Promise<Buffer> | undefined
}
const shelves = new WeakMap<AppContext['pool'], Shelf>()

function shelfOf(world: AppContext): Shelf {
  const known = shelves.get(world.pool)
  if (known) return known
  const shelf: Shelf = {
    served: new BoundedCache(most.providers),
    made: new BoundedCache(most.made),
    ready: new BoundedCache(most.ready),
    compared: new BoundedCache(most.made),
    secret: undefined,
  }
  shelves.set(world.pool, shelf)
  return shelf
}

export async function providerAt(world: AppContext, address: string): Promise<WorkspaceProvider | undefined> {
  if (!/^[a-z0-9-]{1,63}$/.test(address)) return undefined
  const shelf = shelfOf(world)
  const known = shelf.served.get(address)
  if (known && known.until > Date.now()) {
    compareBehind(world, shelf, known)
    return known
  }
  const made = await madeAt(world, shelf, address)
  if (!made) return undefined
  const cookieSecret = await secretOf(world, shelf)
  const meanwhile = shelf.served.get(address)
  if (meanwhile && meanwhile.until === made.until) return meanwhile
  const served = makeProvider(world, made, cookieSecret)
  shelf.served.set(address, served)
  return served
}

function secretOf(world: AppContext, shelf: Shelf): Promise<Buffer> {
  const known = shelf.secret
  if (known) return known
  const reading = installationSecret(world.superPool, world.sealer, 'oidc-cookies')
  shelf.secret = reading
  reading.catch(() => (shelf.secret = undefined))
  return reading
}

async function madeAt(world: AppContext, shelf: Shelf, address: string): Promise<Made | undefined> {
  const kept = shelf.made.get(address)
  const known = await kept
  if (known && known.until > Date.now()) return known
  const reading = read(world, address)
  shelf.made.set(address, reading)
  const forget = () => shelf.made.forget(address, reading)
  reading.then(one => one ?? forget(), forget)
  return reading
}

async function read(world: AppContext, address: string): Promise<Made | undefined> {
  const face = await faceAt(world, address)
  if (!face) return undefined
  const at = backgroundContext(world, face.id)
  const { id, slug, name } = face
  const keys = await signingKeys(at)
  const givesIdTokens = await hasSecondFactors(at)
  return { at, workspace: { id, slug, name }, address, keys, givesIdTokens, until: Date.now() + keysKeptFor }
}

function makeProvider(
  world: AppContext,
  { keys, givesIdTokens, ...made }: Made,
  cookieSecret: Buffer,
): WorkspaceProvider {
  const { at, address } = made
  const issuer = `${world.config.publicUrl.replace(/\/$/, '')}/oidc/${address}`
  const provider = new BatchingProvider(issuer, configurationOf(at, address, { keys, cookieSecret }), at)
  // Safe, because the mount sets the forwarded headers itself
  provider.proxy = true
  const published: PublishedDocuments = new Map()
  harden(provider, at, { published, givesIdTokens })
  tellOwnClaims(provider)
  return { ...made, provider, respond: provider.callback(), published }
}

export function keepReady(
  world: AppContext,
  path: string,
  of: WorkspaceProvider,
  { text, etag }: { text: string; etag: string },
): void {
  const { until, workspace, address } = of
  shelfOf(world).ready.set(path, { of: { until, workspace, address }, etag, body: Buffer.from(text) })
}

export function readyAt(world: AppContext, path: string): Ready | undefined {
  const shelf = shelfOf(world)
  const one = shelf.ready.get(path)
  if (!one || one.of.until <= Date.now()) return undefined
  compareBehind(world, shelf, one.of)
  return one
}

const comparedEvery = 5_000

/**
 * Looks behind a request, every few seconds, whether an address is still that of the workspace, and open, and whether its
 * metadata still describes what applications can use, and drops changed applications. Each process checks, so changes by others are noticed.
 */
function compareBehind(
  world: AppContext,
  shelf: Shelf,
  { address, workspace }: Pick<Made, 'address' | 'workspace'>,
): void {
  const now = Date.now()
  if ((shelf.compared.get(address) ?? 0) > now - comparedEvery) return
  shelf.compared.set(address, now)
  runOutsideLease(async () => {
    try {
      const face = await faceAt(world, address)
      const made = await shelf.made.get(address)
      const isOther = face?.id !== workspace.id || face.slug !== workspace.slug
      if (isOther || (made && made.givesIdTokens !== (await hasSecondFactors(made.at))))
        forgetProviders(world, workspace.id)
    } catch (error) {
      world.log.warn({ reason: String(error) }, 'an address was not compared with the database')
    }
  })
}

/** The workspace that answers at an address as an issuer; undefined where there is none, or one that is closed. */
async function faceAt(world: AppContext, address: string) {
  const request = { id: 'sso', ip: '', userAgent: '' }
  const face = await transact(world, { actor: { kind: 'nobody' }, request }, ctx => faceOf(ctx, address))
  if (!face || (address !== face.slug && address !== face.id)) return undefined
  // Owners put a disabled workspace right in the console
  return mayEnter('oidc', face.status) ? face : undefined
}

export function forgetProviders(world: AppContext, workspace: string): void {
  const { served, made, ready } = shelfOf(world)
  served.forgetAll(one => one.workspace.id === workspace)
  ready.forgetAll(one => one.of.workspace.id === workspace)
  // Reads in progress may have started before the change
  made.forgetAll(one => {
    void one.then(known => known?.workspace.id === workspace && made.forget(known.address, one))
    return false
  })
}

/**
 * The provider filters claims by a table shared by all applications. Mapped claims are added separately and
 * unfiltered.
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
