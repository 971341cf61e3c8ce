import type { Insertable } from 'kysely'
import type { Tables } from '../../../ground/db/db.types.ts'
import type { Ctx } from '../../../ground/world.ts'
import { deleteLinkOf, findLink, isLinked, type LinkRow, linksOf, putLink, touchLink } from './links.store.ts'

export type { LinkRow as Link } from './links.store.ts'

/** Whom a subject of a provider is connected with. */
export const linkOf = (ctx: Ctx, provider: string, subject: string): Promise<LinkRow | undefined> =>
  findLink(ctx.db, provider, subject)

/** Is a user connected with anybody at a provider? */
export const isConnected = (ctx: Ctx, provider: string, user: string): Promise<boolean> =>
  isLinked(ctx.db, provider, user)

/** Connects a subject with a user; what either was connected with before is over, and its sessions end. */
export const connect = (ctx: Ctx, row: Insertable<Tables['external_links']>): Promise<void> => putLink(ctx.db, row)

/** Notes a sign-in and the role that came with it; false where the connection was ended meanwhile. */
export const noteLinkUse = (ctx: Ctx, provider: string, subject: string, roleGiven: number | null): Promise<boolean> =>
  touchLink(ctx.db, { provider_id: provider, subject }, { last_used_at: ctx.clock.now(), role_given: roleGiven })

/** The accounts at providers that a user is connected with. */
export const connectionsOf = (ctx: Ctx, user: string) => linksOf(ctx.db, user)

/** Ends a connection; false where there was none. */
export const disconnect = (ctx: Ctx, user: string, provider: string): Promise<boolean> =>
  deleteLinkOf(ctx.db, user, provider)
