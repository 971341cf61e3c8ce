import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { authenticationProfiles, ProfileContent } from '@claviger/contract/access/authentication-profiles'
import { newId } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isLiveOwner } from '#features/tenancy/administrators/administrators.ts'
import { prefixesOf } from '#features/people/users/users.phones.ts'
import { phoneCountries } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { allProfiles, type ProfileRow } from './authentication-profiles.store.ts'
import { mustBeWholeProfile } from './profile-content.ts'
import {
  wouldAnOwnerLoseAccess,
  findMethodLosses,
  ownersIn,
  type PhoneCodeGroups,
  type ProfileRule,
  countUnreachedUsers,
} from './effect.store.ts'

type Input = OutputOf<(typeof authenticationProfiles)['calls']['preview']['input']>

const pageSize = 50

export const rulesOfProfile = (rows: readonly ProfileRow[]): ProfileRule[] =>
  rows.map(row => ({
    id: row.id,
    type: row.type,
    methods: row.methods,
    everybody: row.everybody,
    position: row.position,
    groups: row.groups.map(group => group.id),
  }))

export const withProfile = (
  rules: readonly ProfileRule[],
  id: string,
  is: ProfileContent,
  position: number,
): ProfileRule[] => [
  ...rules.filter(rule => rule.id !== id),
  {
    id,
    type: is.type,
    methods: is.type === 'managed' ? is.methods : [],
    everybody: is.groups.length === 0,
    position,
    groups: is.groups,
  },
]

/**
 * Refuses rules under which no owner could sign in or, if the caller is not an owner, under which any owner would
 * lose the last method.
 * @throws no-owner-left, above-you
 */
export async function mustLeaveAnOwner(
  ctx: TransactionContext,
  before: readonly ProfileRow[],
  after: readonly ProfileRule[],
): Promise<void> {
  const now = ctx.clock.now()
  if ((await ownersIn(ctx.db, after, now)) === 0) throw problem('no-owner-left')
  if (ctx.actor.kind === 'user' && (await isLiveOwner(ctx, ctx.actor.id))) return
  if (await wouldAnOwnerLoseAccess(ctx.db, { before: rulesOfProfile(before), after }, now))
    throw problem(
      'above-you',
      msg('After this change, an owner would lose their last sign-in method. Ask an owner to make the change'),
    )
}

async function reachOf(ctx: TransactionContext): Promise<PhoneCodeGroups> {
  const prefixes = prefixesOf(await phoneCountries(ctx))
  const { smsUrl, callUrl } = ctx.config
  return { sms: smsUrl === undefined ? [] : prefixes, call: callUrl === undefined ? [] : prefixes }
}

/** Users who would lose methods if a profile were saved or deleted. @throws not-found, profile-incomplete */
export async function previewProfile(ctx: TransactionContext, { id, profile, way, after }: Input) {
  const rows = await allProfiles(ctx.db)
  const was = rows.find(row => row.id === id)
  if (id !== undefined && !was) throw problem('not-found')
  const before = rulesOfProfile(rows)
  const without = before.filter(rule => rule.id !== id)
  if (profile) await mustBeWholeProfile(ctx, profile)
  const next = profile
    ? withProfile(before, id ?? newId(), profile, profile.position ?? was?.position ?? rows.length + 1)
    : without
  const now = ctx.clock.now()
  const reach = await reachOf(ctx)
  const page = { way: way ?? null, after: after ?? null, size: pageSize + 1 }
  const found = await findMethodLosses(ctx.db, { before, after: next }, now, reach, page)
  const shown = found.people.slice(0, pageSize)
  return {
    ways: found.ways,
    without: found.without,
    unreached: await countUnreachedUsers(ctx.db, next, now, reach),
    owners: await ownersIn(ctx.db, next, now),
    people: shown.map(({ id: userId, first_name: firstName, loses, keeps }) => ({ userId, firstName, loses, keeps })),
    next: found.people.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  }
}
