import { connectionKinds } from '@claviger/contract/directories/connections'
import { doneReply } from '@claviger/contract/platform/fields'
import { groupTypes } from '@claviger/contract/people/groups'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustReachPeopleOf, mustReachShared } from '#features/work/rank/rank.ts'
import { dependentNames } from '#features/people/dependents/dependents.ts'
import { mergeKeptGroup } from '#features/people/groups/groups.directory.ts'
import { groupsById } from '#features/people/groups/groups.ts'
import { connectionsOf, readAllAgain } from '../../connections/connections.ts'
import { type DirectoryLinkRow, linksOfLocals } from '../links.store.ts'
import { forgetTold, moveGroupLinks } from './precedence.store.ts'

/**
 * Makes two groups of different directories one: `other` becomes `group`, and each user is a member as the first of the
 * user's directories that has the group decides.
 * @throws not-found, groups-not-linkable, group-in-use if something names the other group, above-you
 */
export async function linkGroups(ctx: TransactionContext, { group, other }: { group: string; other: string }) {
  const [into, from] = [await directoryGroup(ctx, group), await directoryGroup(ctx, other)]
  const sources = new Set(into.links.map(link => link.connection_id))
  const kinds = new Map((await connectionsOf(ctx)).map(one => [one.id, one.kind]))
  // SCIM clients refer to groups by our ID
  const isBarred = ({ connection_id: id }: DirectoryLinkRow) =>
    sources.has(id) || kinds.get(id) === connectionKinds.scim
  if (into.id === from.id || from.links.some(isBarred)) throw problem('groups-not-linkable')
  await mustReachPeopleOf(ctx, 'group', [into.id, from.id])
  await mustReachShared(ctx, [into.id, from.id])
  const names = await dependentNames(ctx, [from.id])
  if (names.length > 0)
    throw problem('group-in-use', deferText('Something names the other group: {names}', { names: names.join(', ') }))
  await moveGroupLinks(ctx.db, from.id, into.id)
  await mergeKeptGroup(ctx, from, into.id)
  await forgetTold(ctx.db, 'group', [into.id])
  await readAllAgain(
    ctx,
    [...into.links, ...from.links].map(link => link.connection_id),
  )
  await record(ctx, {
    action: 'directory.groups-linked',
    object: { type: 'group', id: into.id, name: into.name },
    after: { other: from.name },
  })
  return doneReply
}

interface DirectoryGroup {
  id: string
  name: string
  links: DirectoryLinkRow[]
}

async function directoryGroup(ctx: TransactionContext, id: string): Promise<DirectoryGroup> {
  const [row] = await groupsById(ctx.db, [id])
  if (!row) throw problem('not-found')
  const links = await linksOfLocals(ctx.db, 'group', [id])
  if (row.type !== groupTypes.external || links.length === 0 || links.some(link => link.left_at !== null))
    throw problem('groups-not-linkable')
  return { id: row.id, name: row.name, links }
}
