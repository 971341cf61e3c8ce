import { doneReply } from '@claviger/contract/platform/fields'
import type { connections } from '@claviger/contract/directories/connections'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { record } from '#platform/record/record.ts'
import type { Keeper } from '@claviger/contract/directories/links'
import { userSources } from '@claviger/contract/people/users'
import type { ConnectionKind } from '@claviger/contract/directories/connections'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { changeGroupSource, makeGroupsLocal } from '#features/people/groups/groups.directory.ts'
import { setUserSource } from '#features/people/users/users.directory.ts'
import { userById } from '#features/people/users/users.ts'
import { connectionReply } from '../connections/connections.calls.ts'
import {
  allConnectionRows,
  connectionById,
  connectionNamed,
  connectionsOf,
  dropConnection,
  readAllAgain,
  storePrecedence,
} from '../connections/connections.ts'
import { countMatchConflicts } from './match-conflicts.store.ts'
import { linksOfUser } from './links.ts'
import { sourceOfKind } from './linked-users.ts'
import { localIdsOf, peopleCounts } from './links.store.ts'
import { forgetTold, findNextLeaders, findLeaders } from './precedence/precedence.store.ts'

export async function listConnections(ctx: TransactionContext) {
  const [rows, people, clashes] = [
    await allConnectionRows(ctx),
    await peopleCounts(ctx.db),
    await countMatchConflicts(ctx.db),
  ]
  return {
    items: rows.map(row => ({
      ...connectionReply(row),
      people: people.get(row.id) ?? 0,
      clashes: clashes.get(row.id) ?? 0,
    })),
  }
}

/** The directories that manage a user, the leading one first, for callers who can see that user. @throws not-found */
export async function directoriesOfUser(ctx: TransactionContext, { userId }: { userId: string }) {
  if (!(await userById(ctx, userId))) throw problem('not-found')
  const keepers: Keeper[] = []
  for (const { connection, leftAt } of await linksOfUser(ctx, userId)) {
    const known = await connectionNamed(ctx, connection)
    if (known)
      keepers.push({
        connection: known.id,
        name: known.name,
        type: known.kind,
        leftAt: leftAt?.toISOString() ?? null,
      })
  }
  const [keeper = null, ...others] = keepers
  return { keeper, others }
}

type PrecedenceInput = OutputOf<(typeof connections)['calls']['precedence']['input']>

/**
 * Sets the order of directories and the fields that one of them decides in spite of the order. The next run of each applies
 * it to users of several directories.
 * @throws not-found, invalid-input if not every directory is named once
 */
export async function setPrecedence(ctx: TransactionContext, { order, fields }: PrecedenceInput) {
  const before = await connectionsOf(ctx)
  const names = new Map(before.map(one => [one.id, one.name]))
  if (order.length !== before.length || new Set(order).size !== order.length) throw notEach()
  if ([...order, ...fields.map(one => one.connection)].some(id => !names.has(id))) throw problem('not-found')
  const leads = (id: string) => fields.filter(one => one.connection === id).map(one => one.field)
  await storePrecedence(
    ctx,
    order.map((id, at) => ({ id, position: at + 1, leads: leads(id) })),
  )
  await forgetTold(ctx.db, 'user', null)
  await forgetTold(ctx.db, 'group', null)
  await readAllAgain(ctx, order)
  await followLeaders(ctx)
  await record(ctx, {
    action: 'directory.precedence',
    before: { order: before.map(one => one.name) },
    after: {
      order: order.map(id => names.get(id)),
      fields: fields.map(one => `${one.field}: ${names.get(one.connection) ?? ''}`),
    },
  })
  return listConnections(ctx)
}

const notEach = () => {
  const message = 'Name each directory once'
  return problem('invalid-input', message, [{ field: 'order', message }])
}

/** Makes the leading directory the source of users and groups of several directories. */
async function followLeaders(ctx: TransactionContext): Promise<void> {
  for (const [kind, led] of Map.groupBy(await findLeaders(ctx.db, 'user'), one => one.kind))
    await setUserSource(
      ctx,
      led.map(one => one.local_id),
      sourceOfKind(kind as ConnectionKind),
    )
  for (const [source, led] of Map.groupBy(await findLeaders(ctx.db, 'group'), one => one.id))
    await changeGroupSource(
      ctx,
      led.map(one => one.local_id),
      source,
    )
}

/**
 * Disconnects a directory: its users and groups stay unchanged. They become local, or the next directory leads.
 * @throws not-found
 */
export async function disconnectDirectory(ctx: TransactionContext, { id }: { id: string }) {
  const connection = await connectionById(ctx, id)
  if (!connection) throw problem('not-found')
  const [people, groups] = [await localIdsOf(ctx.db, id, 'user'), await localIdsOf(ctx.db, id, 'group')]
  const [users, teams] = [
    await findNextLeaders(ctx.db, id, 'user', people),
    await findNextLeaders(ctx.db, id, 'group', groups),
  ]
  const without = (all: readonly string[], led: readonly { local_id: string }[]) => {
    const kept = new Set(led.map(one => one.local_id))
    return all.filter(local => !kept.has(local))
  }
  const [localPeople, localGroups] = [without(people, users), without(groups, teams)]
  await setUserSource(ctx, localPeople, userSources.local)
  await makeGroupsLocal(ctx, localGroups, connection.name)
  for (const [kind, led] of Map.groupBy(users, one => one.kind))
    await setUserSource(
      ctx,
      led.map(one => one.local_id),
      sourceOfKind(kind as ConnectionKind),
    )
  for (const [source, led] of Map.groupBy(teams, one => one.id))
    await changeGroupSource(
      ctx,
      led.map(one => one.local_id),
      source,
    )
  await forgetTold(
    ctx.db,
    'user',
    users.map(one => one.local_id),
  )
  await forgetTold(
    ctx.db,
    'group',
    teams.map(one => one.local_id),
  )
  await dropConnection(ctx, connection, { people: localPeople.length, groups: localGroups.length })
  await readAllAgain(ctx, [...new Set([...users, ...teams].map(one => one.id))])
  return doneReply
}
