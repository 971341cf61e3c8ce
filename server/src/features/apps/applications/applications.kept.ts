import { BoundedCache } from '#platform/bounded-cache.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { type OidcApplication, readByClientId, type ApplicationSecrets } from './applications.ts'

interface Kept {
  readonly stamp: string
  /** The previous secret is valid until then. */
  readonly until: Date | null
  readonly application: OidcApplication & ApplicationSecrets
}

// One cache per database; only tests use several databases in one process
const shelves = new WeakMap<AppContext['superPool'], BoundedCache<Kept>>()
const most = 2000

/**
 * The OpenID Connect application with a client ID, for callers that have just read its version. It is reloaded only
 * if the version differs, so changes take effect in all processes with their commit, without notifications.
 */
export async function keptByClientId(
  ctx: TransactionContext,
  clientId: string,
  stamp: string,
): Promise<(OidcApplication & ApplicationSecrets) | undefined> {
  const shelf = shelves.get(ctx.superPool) ?? new BoundedCache<Kept>(most)
  shelves.set(ctx.superPool, shelf)
  const name = `${workspaceOf(ctx)} ${clientId}`
  const known = shelf.get(name)
  if (known?.stamp === stamp && (known.until === null || known.until > ctx.clock.now())) return known.application
  const read = await readByClientId(ctx, clientId)
  if (read) shelf.set(name, read)
  else shelf.forget(name)
  return read?.application
}
