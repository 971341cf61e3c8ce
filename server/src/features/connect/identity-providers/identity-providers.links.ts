import type { Insertable } from 'kysely'
import type { Tables } from '#platform/db/db.types.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import {
  deleteLinkOf,
  findLink,
  isLinked,
  type ProviderLinkRow,
  linksOfProvider,
  putLink,
  touchLink,
} from './links.store.ts'

export type { ProviderLinkRow as Link } from './links.store.ts'

export const linkOf = (
  ctx: TransactionContext,
  provider: string,
  subject: string,
): Promise<ProviderLinkRow | undefined> => findLink(ctx.db, provider, subject)

export const isConnected = (ctx: TransactionContext, provider: string, user: string): Promise<boolean> =>
  isLinked(ctx.db, provider, user)

export const connect = (ctx: TransactionContext, row: Insertable<Tables['external_links']>): Promise<void> =>
  putLink(ctx.db, row)

/** Records a sign-in and the role granted with it; false if the connection was removed meanwhile. */
export const noteLinkUse = (
  ctx: TransactionContext,
  provider: string,
  subject: string,
  roleGiven: number | null,
): Promise<boolean> =>
  touchLink(ctx.db, { provider_id: provider, subject }, { last_used_at: ctx.clock.now(), role_given: roleGiven })

export const connectionsOfProvider = (ctx: TransactionContext, user: string) => linksOfProvider(ctx.db, user)

/** Removes a connection; false if there was none. */
export const disconnect = (ctx: TransactionContext, user: string, provider: string): Promise<boolean> =>
  deleteLinkOf(ctx.db, user, provider)
