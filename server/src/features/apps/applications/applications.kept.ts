import { Held } from '../../../ground/held.ts'
import type { Ctx, World } from '../../../ground/world.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { type OidcApplication, readByClientId, type Secrets } from './applications.ts'

interface Kept {
  readonly stamp: string
  /** Its former secret is good until then. */
  readonly until: Date | null
  readonly application: OidcApplication & Secrets
}

// Databases have processes of their own; only tests have several in one
const shelves = new WeakMap<World['superPool'], Held<Kept>>()
const most = 2000

/**
 * The OpenID Connect application of a client id, for whoever has just read the stamp of its row. It is read again only
 * where that is another one, so a change counts with its commit, at all processes, and nobody need be told of it.
 */
export async function keptByClientId(
  ctx: Ctx,
  clientId: string,
  stamp: string,
): Promise<(OidcApplication & Secrets) | undefined> {
  const shelf = shelves.get(ctx.superPool) ?? new Held<Kept>(most)
  shelves.set(ctx.superPool, shelf)
  const name = `${workspaceOf(ctx)} ${clientId}`
  const known = shelf.get(name)
  if (known?.stamp === stamp && (known.until === null || known.until > ctx.clock.now())) return known.application
  const read = await readByClientId(ctx, clientId)
  if (read) shelf.set(name, read)
  else shelf.forget(name)
  return read?.application
}
