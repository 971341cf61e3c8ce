import { done } from '@claviger/contract/platform/fields'
import { userSources } from '@claviger/contract/people/users'
import { problem } from '#platform/problem.ts'
import type { Ctx } from '#platform/world.ts'
import { keepGroupsHere } from '#features/people/groups/groups.directory.ts'
import { keepAs } from '#features/people/users/users.directory.ts'
import { userById } from '#features/people/users/users.ts'
import { toldOf } from '../connections/connections.calls.ts'
import { allConnectionRows, connectionById, connectionNamed, dropConnection } from '../connections/connections.ts'
import { clashCounts } from './clashes.store.ts'
import { linkOfUser } from './links.ts'
import { localsOf, peopleCounts } from './links.store.ts'

export async function listConnections(ctx: Ctx) {
  const [rows, people, clashes] = [await allConnectionRows(ctx), await peopleCounts(ctx.db), await clashCounts(ctx.db)]
  return {
    items: rows.map(row => ({ ...toldOf(row), people: people.get(row.id) ?? 0, clashes: clashes.get(row.id) ?? 0 })),
  }
}

/** The directory that manages a user, for callers who can see that user. @throws not-found */
export async function keeperOf(ctx: Ctx, { userId }: { userId: string }) {
  if (!(await userById(ctx, userId))) throw problem('not-found')
  const link = await linkOfUser(ctx, userId)
  const known = link && (await connectionNamed(ctx, link.connection))
  return {
    keeper: known
      ? { connection: known.id, name: known.name, type: known.kind, leftAt: link.leftAt?.toISOString() ?? null }
      : null,
  }
}

/** Disconnects a directory: its users and groups stay unchanged and become local. @throws not-found */
export async function cutOff(ctx: Ctx, { id }: { id: string }) {
  const connection = await connectionById(ctx, id)
  if (!connection) throw problem('not-found')
  const [people, groups] = [await localsOf(ctx.db, id, 'user'), await localsOf(ctx.db, id, 'group')]
  await keepAs(ctx, people, userSources.local)
  await keepGroupsHere(ctx, groups, connection.name)
  await dropConnection(ctx, connection, { people: people.length, groups: groups.length })
  return done
}
