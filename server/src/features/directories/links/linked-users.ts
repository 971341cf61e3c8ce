import { syncModes } from '@claviger/contract/directories/connections'
import { userSources } from '@claviger/contract/people/users'
import type { AppliedReason } from '@claviger/contract/directories/links'
import { sendTogether } from '#platform/db/pipeline.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { usersChanged } from '#features/people/groups/groups.rules.ts'
import {
  setUserSource,
  setUserLanguages,
  suspendAs,
  suspensionSources,
} from '#features/people/users/users.directory.ts'
import { addUsers, changeUsers, type UserColumns } from '#features/people/users/users.many.ts'
import { asConnection, type ConnectedDirectory } from '../connections/connections.ts'
import { dropMatchConflicts, putMatchConflicts } from './match-conflicts.store.ts'
import { filledBy, hashOf, keptHash, replacementId, withUserId } from './filled-fields.ts'
import { followLinked, type ChangedPerson } from './linked-changes.ts'
import { joinPendingGroups } from './linked-groups.ts'
import { insertLinks, type NewLink } from './links.store.ts'
import { deleteLeft } from './leaving-users.ts'
import { matchNewUsers, type MatchResult, type SharedField, sharedReasons, type UnmatchedPerson } from './newcomers.ts'
import { precedenceOf } from './precedence/precedence.ts'
import { followRole } from './roles.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import { byOf, loadLinkContext } from './link-context.ts'
import { type AppliedPerson, type DirectoryPerson, isActiveInDirectory, silenceOf } from './shapes.ts'

const sources: Record<ConnectedDirectory['kind'], number> = {
  1: userSources.entra,
  2: userSources.okta,
  6: userSources.ldap,
  7: userSources.scim,
}
export const sourceOfKind = (kind: ConnectedDirectory['kind']): number => sources[kind]

/**
 * Applies a directory's users with few statements, and returns each result. Modes: add (1), add and change (2),
 * change only (3). Nothing is applied without an owner's approval, to users of another directory, or to the email of
 * a user with a role.
 */
export async function applyUsers(
  asked: TransactionContext,
  connection: ConnectedDirectory,
  told: readonly DirectoryPerson[],
  mode: number = connection.mode,
): Promise<AppliedPerson[]> {
  // For duplicates, the last one counts
  const people = [...new Map(told.map(person => [person.anchor, person])).values()]
  if (people.length === 0) return []
  const ctx = asConnection(asked, connection)
  const hashes = new Map(people.map(person => [person.anchor, hashOf(person)]))
  const scene = await loadLinkContext(
    ctx,
    connection,
    people.map(person => person.anchor),
    link => link.left_at !== null || link.told.toString('hex') !== hashes.get(link.anchor),
  )
  if (!scene.approver) return people.map(({ anchor }) => refusal(anchor, null, 'not-approved'))
  const results = new Map<string, AppliedPerson>()
  const [known, news]: [ChangedPerson[], UnmatchedPerson[]] = [[], []]
  for (const person of people) {
    const link = scene.links.get(person.anchor)
    const sent = filledBy(person.fields)
    const filled = link ? sent : withUserId(sent, person.anchor)
    if (link && !scene.rows.has(link.local_id))
      results.set(person.anchor, { anchor: person.anchor, user: link.local_id, outcome: 'unchanged' })
    else if (link && mode === syncModes.new)
      results.set(person.anchor, { anchor: person.anchor, user: link.local_id, outcome: 'skipped', reason: 'mode-new' })
    else if (link) known.push({ person, filled, link, told: hashes.get(person.anchor) as string })
    else news.push({ person, filled })
  }
  for (const one of await followLinked(ctx, connection, scene, known)) results.set(one.anchor, one)
  for (const one of await takeIn(ctx, connection, scene, news, mode, hashes)) results.set(one.anchor, one)
  await usersChanged(ctx)
  return people.map(person => results.get(person.anchor) as AppliedPerson)
}

type Scene = Awaited<ReturnType<typeof loadLinkContext>>

const refusal = (anchor: string, user: string | null, reason: AppliedReason): AppliedPerson => ({
  anchor,
  user,
  outcome: 'refused',
  reason,
})

async function takeIn(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  scene: Scene,
  news: readonly UnmatchedPerson[],
  mode: number,
  hashes: ReadonlyMap<string, string>,
): Promise<AppliedPerson[]> {
  if (news.length === 0) return []
  const found = await matchNewUsers(ctx, connection, news)
  const is = (one: UnmatchedPerson) => found.get(one.person.anchor) as MatchResult
  const clashes = news.flatMap(one => {
    const what = is(one)
    return what.is === 'clash' ? [what.clash] : []
  })
  await putMatchConflicts(ctx.db, workspaceOf(ctx), connection.id, clashes, ctx.clock.now())
  const fresh = mode === syncModes.existing ? [] : news.flatMap(one => withoutShared(one, is(one)))
  // A deleted user of the directory frees the User ID for the next one
  const former = fresh.flatMap(one => one.former ?? [])
  if (former.length > 0) await deleteLeft(ctx, connection, former)
  const all = [
    ...(await addNew(ctx, connection, fresh)),
    ...(await linkSame(
      ctx,
      connection,
      mode === syncModes.new
        ? []
        : news.flatMap(one => {
            const what = is(one)
            return what.is === 'same' ? [{ ...one, row: what.row }] : []
          }),
    )),
  ]
  const links: NewLink[] = []
  const results = new Map<string, AppliedPerson>()
  for (const { one, user, outcome, was } of all) {
    const { anchor, roles = one.person.fields.roles } = one.person
    const isActive = isActiveInDirectory(one.person.active, undefined)
    if (user === null) {
      results.set(anchor, refusal(anchor, null, 'taken'))
      continue
    }
    const role = await followRole(ctx, connection, scene.approver as Asker, user, isActive ? roles : [], null)
    links.push({
      anchor,
      localId: user,
      told: keptHash(hashes.get(anchor) as string, role.refused, connection.kind),
      activeThere: isActive,
      leftAt: null,
      roleGiven: role.given,
    })
    results.set(anchor, {
      anchor,
      user,
      outcome,
      ...reasonOf(role.refused, one),
      ...(was && { was }),
    })
  }
  const [made, dropped] = await sendTogether(
    insertLinks(ctx.db, workspaceOf(ctx), connection.id, 'user', links, ctx.clock.now()),
    dropMatchConflicts(
      ctx.db,
      connection.id,
      links.map(link => link.anchor),
    ),
  )
  // A concurrent run was faster; roll back and retry
  if (made.size < links.length) throw new Error('people of a directory were taken in twice at once')
  await joinPendingGroups(ctx, connection, dropped)
  const inactive = links.filter(link => !link.activeThere).map(link => link.localId)
  const { leads } = await precedenceOf(ctx, connection, inactive)
  const away = inactive.filter(leads)
  await suspendAs(ctx, byOf(connection), suspensionSources.directory, away)
  return news.map(one => results.get(one.person.anchor) ?? notTaken(one, is(one), mode))
}

const reasonOf = (isRoleRefused: boolean, { person, filled, shared }: UnmatchedPerson & Partial<FreshPerson>) => {
  const reason = isRoleRefused ? 'role-not-approved' : (shared ?? filled.note ?? silenceOf(person, undefined))
  return reason && { reason }
}

interface FreshPerson extends UnmatchedPerson {
  former: string | undefined
  shared: AppliedReason | undefined
}

/** A new user without the values that another user of the directory has; the external ID replaces a User ID. */
function withoutShared(one: UnmatchedPerson, what: MatchResult): FreshPerson[] {
  if (what.is !== 'new') return []
  const { former, without } = what
  const replaced = (field: SharedField) => (field === 'user_id' ? replacementId(one.person.anchor) : null)
  const columns = { ...one.filled.columns, ...Object.fromEntries(without.map(field => [field, replaced(field)])) }
  return [{ ...one, filled: { ...one.filled, columns }, former, shared: without.map(field => sharedReasons[field])[0] }]
}

function notTaken({ person }: UnmatchedPerson, what: MatchResult, mode: number): AppliedPerson {
  if (what.is === 'new') return { anchor: person.anchor, user: null, outcome: 'skipped', reason: 'mode-existing' }
  if (what.is === 'same' && mode === syncModes.new)
    return { anchor: person.anchor, user: what.row.id, outcome: 'skipped', reason: 'mode-new' }
  return refusal(person.anchor, null, what.is === 'barred' ? what.reason : 'clash')
}

interface Taken {
  one: UnmatchedPerson
  user: string | null
  outcome: 'added' | 'linked'
  was?: AppliedPerson['was']
}

async function addNew(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  news: readonly UnmatchedPerson[],
): Promise<Taken[]> {
  if (news.length === 0) return []
  const rows = news.map(one => ({ id: newId(), ...empty, ...one.filled.columns }) as UserColumns & { id: string })
  const there = await addUsers(ctx, byOf(connection), rows, sourceOfKind(connection.kind))
  const taken = news.map((one, at): Taken => {
    const { id } = rows[at] as { id: string }
    return { one, user: there.has(id) ? id : null, outcome: 'added' }
  })
  await setUserLanguages(
    ctx,
    taken.flatMap(({ one, user }) =>
      user && one.filled.language ? [{ id: user, language: one.filled.language }] : [],
    ),
  )
  return taken
}

// A multi-row statement needs the same columns in all rows
const empty = {
  first_name: '',
  last_name: '',
  email: null,
  employee_id: null,
  phone_country: null,
  phone_number: null,
  scim_attribute_1: null,
  scim_attribute_2: null,
  scim_attribute_3: null,
  scim_attribute_4: null,
  scim_attribute_5: null,
}

type Same = UnmatchedPerson & { row: UserColumns & { id: string; source: number } }

async function linkSame(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  all: readonly Same[],
): Promise<Taken[]> {
  const taken: Taken[] = []
  const precedence = await precedenceOf(
    ctx,
    connection,
    all.map(({ row }) => row.id),
  )
  for (const { row, ...one } of all) {
    const own = precedence.own(row.id, one.filled.columns)
    const isChanged = Object.keys(own).length > 0
    const failed = isChanged
      ? await changeUsers(ctx, byOf(connection), [{ id: row.id, ...own }], 'directory')
      : new Set()
    const columns = Object.fromEntries(Object.keys(own).map(name => [name, row[name as keyof UserColumns] ?? null]))
    taken.push({ one, user: failed.has(row.id) ? null : row.id, outcome: 'linked', was: { columns } })
  }
  await setUserSource(
    ctx,
    taken.flatMap(({ user }) => (user !== null && precedence.leads(user) ? [user] : [])),
    sourceOfKind(connection.kind),
  )
  return taken
}
