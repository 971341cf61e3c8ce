import type { ScimGroupRole } from '@claviger/contract/directories/scim'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { attributesOf, type Doc } from '../scim-documents/scim-documents.ts'
import { problem } from '#platform/problem.ts'
import { deferText } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { type AppliedPerson, applyUsers } from '../links/links.ts'
import { type MappedPerson, mapPerson, roleAttributesIn, withoutValues } from '../links/links.mapping.ts'
import { peopleOf, type ResourceRow } from './resources.store.ts'
import { groupNames, groupsOfPeople, peopleIn } from './roles.store.ts'

// Role names as directories send them; only owners can create owners
const names: Readonly<Record<number, string>> = {
  [workspaceRoles.administrator]: 'GlobalAdministrator',
  [workspaceRoles.userManagement]: 'UserManagement',
  [workspaceRoles.billingManager]: 'BillingManager',
  [workspaceRoles.readOnly]: 'ReadOnly',
  [workspaceRoles.policyAdministrator]: 'ConditionalAccessAdministrator',
}
const mostPeople = 1000
const atOnce = 200

/** Group-to-role mapping of a directory; undefined if never configured, so that roles stay untouched. */
export const groupRolesOf = ({
  settings,
}: Pick<ConnectedDirectory, 'settings'>): readonly ScimGroupRole[] | undefined =>
  (settings as { groupRoles?: ScimGroupRole[] }).groupRoles

export async function rolesByGroup(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  people: readonly string[],
): Promise<(user: string) => string[] | undefined> {
  const given = groupRolesOf(connection)
  if (given === undefined) return () => undefined
  const memberships = await groupsOfPeople(
    ctx.db,
    given.map(one => one.group),
    people,
  )
  const roles = new Map<string, string[]>()
  for (const { user_id: user, group_id: group } of memberships)
    for (const one of given)
      if (one.group === group) roles.set(user, [...(roles.get(user) ?? []), nameOf(connection, one.role)])
  return user => roles.get(user) ?? []
}

/** Role name; marked if not approved, so that a later approval changes the user's hash. */
const nameOf = ({ reach }: ConnectedDirectory, role: number) =>
  `${names[role]}${reach.roles.includes(role) ? '' : ' ?'}`

/** A user's fields. A stored resource states everything: without roles the user has none. */
export const mapDocument = ({ mapping }: ConnectedDirectory, doc: Doc): MappedPerson =>
  mapPerson(mapping, { ...withoutValues(roleAttributesIn(mapping)), ...attributesOf(doc) })

/** Roles from the mapping and from groups; undefined if neither is configured. */
export const withRoles = (mapped: string[] | undefined, byGroup: string[] | undefined): string[] | undefined =>
  byGroup === undefined ? mapped : [...(mapped ?? []), ...byGroup]

export const givesRole = (connection: ConnectedDirectory, group: string): boolean =>
  groupRolesOf(connection)?.some(one => one.group === group) === true

export async function remapRoles(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  rows: readonly ResourceRow[],
): Promise<AppliedPerson[]> {
  const byGroup = await rolesByGroup(
    ctx,
    connection,
    rows.map(row => row.id),
  )
  const people = rows.map(row => {
    const { roles, ...fields } = mapDocument(connection, row.doc)
    return { anchor: row.anchor, active: row.active, fields, roles: withRoles(roles, byGroup(row.id)) }
  })
  return applyUsers(ctx, connection, people, connection.mode)
}

export async function followGroups(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  people: readonly string[],
): Promise<AppliedPerson[]> {
  const done: AppliedPerson[] = []
  for (let at = 0; at < people.length; at += atOnce)
    done.push(
      ...(await remapRoles(ctx, connection, await peopleOf(ctx.db, connection.id, people.slice(at, at + atOnce)))),
    )
  return done
}

/** Refuses groups of other origins. @throws invalid-input */
export async function mustKnowGroups(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  roles: readonly ScimGroupRole[],
): Promise<void> {
  const known = await groupNames(
    ctx.db,
    connection.id,
    roles.map(one => one.group),
  )
  const at = roles.findIndex(one => !known.has(one.group))
  if (at < 0) return
  const message = deferText("This group isn't from this directory")
  throw problem('invalid-input', undefined, [{ field: `groupRoles.${at}.group`, message }])
}

/** Applies a changed group-to-role mapping. @throws invalid-input if a group is too large */
export async function followGroupRoles(
  ctx: TransactionContext,
  before: ConnectedDirectory,
  after: ConnectedDirectory,
): Promise<void> {
  const keysOf = (of: ConnectedDirectory) => new Set((groupRolesOf(of) ?? []).map(one => `${one.group} ${one.role}`))
  const [was, is] = [keysOf(before), keysOf(after)]
  const differs = [...was, ...is].filter(key => !was.has(key) || !is.has(key))
  const moved = differs.map(key => key.slice(0, 36))
  const people = await peopleIn(ctx.db, [...new Set(moved)], mostPeople + 1)
  if (people.length > mostPeople) {
    const message = deferText('A role can be assigned to at most 1,000 users at the same time')
    throw problem('invalid-input', undefined, [{ field: 'groupRoles', message }])
  }
  await followGroups(ctx, after, people)
}

/** Groups that grant roles, with their names; omits deleted ones. */
export async function shownGroupRoles(ctx: TransactionContext, connection: ConnectedDirectory) {
  const given = groupRolesOf(connection) ?? []
  const known = await groupNames(
    ctx.db,
    connection.id,
    given.map(one => one.group),
  )
  return given.flatMap(({ group, role }) => {
    const name = known.get(group)
    return name === undefined ? [] : [{ group, name, role }]
  })
}
