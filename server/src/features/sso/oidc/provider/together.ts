import { errors, type KoaContextWithOIDC, Provider, type TokenEndpointGrantContext } from 'oidc-provider'
import type { Apart } from '../../../../ground/world.ts'
import { currentRequest, type Later } from '../asked.ts'
import { consumeItem, keepTogether } from '../oidc.store.ts'
import { openedIn } from './recorder.ts'

type Bare = Parameters<Parameters<Provider['use']>[0]>[0]
type More = Parameters<Provider['registerGrantType']> extends [unknown, unknown, ...infer Rest] ? Rest : never

/**
 * The library's provider, which writes what it gives for a code, a refresh token or a secret at once: one statement uses up
 * what was good once, keeps what is given for it and leaves the line in the log, or none of it.
 */
export class ProviderAtOnce extends Provider {
  // The library names its kinds of grants while it is made
  readonly #at: Apart

  constructor(issuer: string, configuration: ConstructorParameters<typeof Provider>[1], at: Apart) {
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

async function giveAtOnce(at: Apart, ctx: KoaContextWithOIDC, work: () => Promise<void>): Promise<void> {
  const asked = currentRequest()
  const later: Later = { items: [], uses: true }
  asked.later = later
  try {
    await work()
  } catch (error) {
    // Nothing is given for it, and it was used all the same
    if (later.used) await consumeItem(at, later.used.kind, later.used.name)
    throw error
  } finally {
    delete asked.later
  }
  const opened = await openedIn(at, ctx)
  if (!later.used && later.items.length === 0 && Object.keys(opened).length === 0) return
  // Of two that use the same at once, one is a replay
  if (!(await keepTogether(at, later.items, later.used, opened))) throw new errors.InvalidGrant('used already')
}

/** Writes what an authorization gives when all of it is known, before the browser is led back. */
export const authorizeAtOnce =
  (at: Apart, failed: (ctx: Bare, error: unknown) => void): Parameters<Provider['use']>[0] =>
  async (ctx, next) => {
    if (ctx.method !== 'GET' || ctx.path !== '/authorize') return next()
    const asked = currentRequest()
    const later: Later = { items: [], uses: false }
    asked.later = later
    try {
      await next()
    } finally {
      delete asked.later
    }
    try {
      if (later.items.length > 0) await keepTogether(at, later.items, undefined, {})
    } catch (error) {
      failed(ctx, error)
    }
    return undefined
  }
