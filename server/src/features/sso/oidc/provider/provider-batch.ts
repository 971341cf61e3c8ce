import { errors, type KoaContextWithOIDC, Provider, type TokenEndpointGrantContext } from 'oidc-provider'
import type { AutocommitContext } from '#platform/app-context.ts'
import { offlinePart, offlineSeenPart } from '#features/access/sessions/sessions.offline.ts'
import { currentRequest, type DeferredFacts } from '../request-facts.ts'
import { consumeItem, saveItems } from '../oidc.store.ts'
import { applicationOf } from './clients.ts'
import { openedIn } from './recorder.ts'

type Bare = Parameters<Parameters<Provider['use']>[0]>[0]
type More = Parameters<Provider['registerGrantType']> extends [unknown, unknown, ...infer Rest] ? Rest : never

/**
 * The provider, which writes everything issued for a code, refresh token, or secret in one statement: spend
 * the old item, store the new ones, and log, or nothing at all.
 */
export class BatchingProvider extends Provider {
  // The superclass constructor registers grant types before this field is set, so handlers read it lazily
  readonly #at: AutocommitContext

  constructor(issuer: string, configuration: ConstructorParameters<typeof Provider>[1], at: AutocommitContext) {
    super(issuer, configuration)
    this.#at = at
  }

  override registerGrantType<P extends object>(
    name: string,
    handler: (ctx: TokenEndpointGrantContext<P>) => Promise<void> | void,
    ...more: More
  ): void {
    super.registerGrantType<P>(name, ctx => giveAtOnce(this.#at, ctx, async () => handler(ctx)), ...more)
  }
}

async function giveAtOnce(at: AutocommitContext, ctx: KoaContextWithOIDC, work: () => Promise<void>): Promise<void> {
  const asked = currentRequest()
  const later: DeferredFacts = { items: [], uses: true }
  asked.later = later
  try {
    await work()
  } catch (error) {
    // Nothing was issued, but the item was still used
    if (later.used) await consumeItem(at, later.used.kind, later.used.name)
    throw error
  } finally {
    delete asked.later
  }
  const opened = await openedIn(at, ctx)
  if (!later.used && later.items.length === 0 && Object.keys(opened).length === 0) return
  // Of two concurrent uses, one is a replay
  const offline = await offlineIn(at, ctx, later)
  const more = { ...opened, ...offline.seen }
  if (!(await saveItems(at, later.items, later.used, more, offline.given)))
    throw new errors.InvalidGrant('used already')
}

/** Offline access: starts with a code, continues with each refresh token. */
async function offlineIn(at: AutocommitContext, { oidc }: KoaContextWithOIDC, { items, used }: DeferredFacts) {
  const token = items.find(({ kind }) => kind === 'RefreshToken')
  const { scope } = (token?.payload ?? {}) as { scope?: string }
  if (!token || !used || scope?.split(' ').includes('offline_access') !== true) return {}
  if (used.kind === 'RefreshToken') return { seen: { seen: offlineSeenPart(at, token.expiresAt) } }
  const application = oidc.client && (await applicationOf(at, oidc.client.clientId))
  if (used.kind !== 'AuthorizationCode' || !application || token.grant === undefined || currentRequest().trial)
    return {}
  return { given: { session: offlinePart(at, application.id, token.expiresAt), grant: token.grant } }
}

/** Writes an authorization's items together before redirecting the browser. */
export const authorizeInOneBatch =
  (at: AutocommitContext, failed: (ctx: Bare, error: unknown) => void): Parameters<Provider['use']>[0] =>
  async (ctx, next) => {
    if (ctx.method !== 'GET' || ctx.path !== '/authorize') return next()
    const asked = currentRequest()
    const later: DeferredFacts = { items: [], uses: false }
    asked.later = later
    try {
      await next()
    } finally {
      delete asked.later
    }
    try {
      if (later.items.length > 0) await saveItems(at, later.items, undefined, {})
    } catch (error) {
      failed(ctx, error)
    }
    return undefined
  }
