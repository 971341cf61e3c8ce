import { doneReply } from '@claviger/contract/platform/fields'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { authenticationProfiles, ProfileContent } from '@claviger/contract/access/authentication-profiles'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { endSessionsByProfile } from '../sessions/sessions.ts'
import { getProfile } from './authentication-profiles.ts'
import * as store from './authentication-profiles.store.ts'
import type { StoredProfileContent, ProfileRow } from './authentication-profiles.store.ts'
import { firstCode } from './break-glass.ts'
import { mustBeWholeProfile } from './profile-content.ts'
import { mustLeaveAnOwner, rulesOfProfile, withProfile } from './profile-preview.ts'

type Calls = (typeof authenticationProfiles)['calls']

// Maximum per workspace, because each sign-in may evaluate all profiles
const mostProfiles = 50

const keptOf = (ctx: TransactionContext, is: ProfileContent, position: number): StoredProfileContent => ({
  name: is.name,
  type: is.type,
  methods: is.type === 'managed' ? is.methods : [],
  auto_start: is.type === 'managed' ? (is.autoStart ?? null) : null,
  provider_ids: is.type === 'managed' && is.providers && is.providers.length > 0 ? is.providers : null,
  provider_id: is.type === 'managed' ? null : (is.providerId ?? null),
  everybody: is.groups.length === 0,
  position,
  changed_at: ctx.clock.now(),
  changed_by: shownAs(ctx).name.slice(0, 260),
})

const loggedOf = (is: Omit<StoredProfileContent, 'changed_at' | 'changed_by'>, groups: readonly string[]) => ({
  name: is.name,
  type: is.type,
  methods: is.methods,
  autoStart: is.auto_start,
  provider: is.provider_id,
  providers: is.provider_ids,
  position: is.position,
  groups,
})

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'authentication-profile', id, name })
const ofRow = (row: ProfileRow) =>
  loggedOf(
    row,
    row.groups.map(group => group.id),
  )

/** Refuses a name or position that another profile has. @throws profile-name-taken, profile-everybody */
function mustBeFree(others: readonly ProfileRow[], is: ProfileContent): void {
  if (others.some(row => row.name.toLowerCase() === is.name.toLowerCase()))
    throw problem('profile-name-taken', undefined, [{ field: 'name', message: problem('profile-name-taken').says }])
  if (is.groups.length === 0 && others.some(row => row.everybody))
    throw problem('profile-everybody', undefined, [{ field: 'groups', message: problem('profile-everybody').says }])
}

/**
 * Creates a profile; the first external one also creates a break-glass code for the owner who adds it.
 * @throws profile-name-taken, profile-everybody, profile-incomplete, no-owner-left, above-you, too-many-profiles
 */
export async function createProfile(ctx: TransactionContext, input: ProfileContent) {
  await store.lockProfiles(ctx.db)
  await mustBeWholeProfile(ctx, input)
  const rows = await store.allProfiles(ctx.db)
  if (rows.length >= mostProfiles) throw problem('too-many-profiles')
  mustBeFree(rows, input)
  const id = newId()
  const position = input.position ?? Math.min(1000, Math.max(0, ...rows.map(row => row.position)) + 1)
  await mustLeaveAnOwner(ctx, rows, withProfile(rulesOfProfile(rows), id, input, position))
  const kept = keptOf(ctx, input, position)
  const workspace = workspaceOf(ctx)
  await store.insertProfile(ctx.db, { workspace_id: workspace, id, created_at: ctx.clock.now(), ...kept })
  await store.putGroups(ctx.db, workspace, id, input.groups)
  await record(ctx, {
    action: 'authentication-profile.created',
    object: objectOf({ id, name: kept.name }),
    after: loggedOf(kept, input.groups),
  })
  await endSessionsByProfile(ctx)
  return { ...(await getProfile(ctx, { id })), breakGlass: await firstCode(ctx, input.type) }
}

/**
 * Changes a profile.
 * @throws not-found, changed-meanwhile, profile-name-taken, profile-everybody, profile-incomplete, no-owner-left,
 * above-you
 */
export async function changeProfile(
  ctx: TransactionContext,
  { id, version, ...input }: OutputOf<Calls['update']['input']>,
) {
  await store.lockProfiles(ctx.db)
  const rows = await store.allProfiles(ctx.db)
  const row = rows.find(one => one.id === id)
  if (!row) throw problem('not-found')
  if (version !== undefined && version !== row.version)
    throw problem(
      'changed-meanwhile',
      deferText('{who} changed this profile while you were editing', { who: row.changed_by }),
    )
  await mustBeWholeProfile(ctx, input)
  mustBeFree(
    rows.filter(one => one.id !== id),
    input,
  )
  const position = input.position ?? row.position
  await mustLeaveAnOwner(ctx, rows, withProfile(rulesOfProfile(rows), id, input, position))
  const kept = keptOf(ctx, input, position)
  await store.updateProfile(ctx.db, id, kept)
  await store.putGroups(ctx.db, workspaceOf(ctx), id, input.groups)
  await record(ctx, {
    action: 'authentication-profile.updated',
    object: objectOf({ id, name: kept.name }),
    before: ofRow(row),
    after: loggedOf(kept, input.groups),
  })
  await endSessionsByProfile(ctx)
  return { ...(await getProfile(ctx, { id })), breakGlass: await firstCode(ctx, input.type) }
}

/** Deletes profiles, ignoring missing ones. @throws no-owner-left, above-you */
export async function removeProfiles(ctx: TransactionContext, { ids }: { ids: readonly string[] }) {
  await store.lockProfiles(ctx.db)
  const rows = await store.allProfiles(ctx.db)
  const gone = rows.filter(row => ids.includes(row.id))
  if (gone.length === 0) return { removed: 0 }
  await mustLeaveAnOwner(ctx, rows, rulesOfProfile(rows.filter(row => !gone.includes(row))))
  await store.deleteProfiles(
    ctx.db,
    gone.map(row => row.id),
  )
  for (const row of gone)
    await record(ctx, { action: 'authentication-profile.deleted', object: objectOf(row), before: ofRow(row) })
  await endSessionsByProfile(ctx)
  return { removed: gone.length }
}

/** Deletes one profile. @throws not-found, no-owner-left, above-you */
export async function removeProfile(ctx: TransactionContext, { id }: { id: string }) {
  const { removed } = await removeProfiles(ctx, { ids: [id] })
  if (removed === 0) throw problem('not-found')
  return doneReply
}
