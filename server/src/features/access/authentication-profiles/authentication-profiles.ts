import type { AuthenticationProfile } from '@claviger/contract/access/authentication-profiles'
import {
  isPhoneCode,
  defaultSignInMethods,
  type SignInMethod,
  signInMethods,
} from '@claviger/contract/access/sign-in.ways'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { allProfiles, offeredIn, type ProfileRow, providerAdmits } from './authentication-profiles.store.ts'
import { phoneCountries } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { findCode } from './break-glass.store.ts'

export const profileOf = (row: ProfileRow): AuthenticationProfile => ({
  id: row.id,
  name: row.name,
  type: row.type,
  methods: row.methods,
  autoStart: row.auto_start,
  providers: row.provider_ids,
  providerId: row.provider_id,
  everybody: row.everybody,
  groups: row.groups,
  position: row.position,
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by,
})

/** All profiles, the one for all users first, and the state of the break-glass code. */
export async function listProfiles(ctx: TransactionContext) {
  const items = (await allProfiles(ctx.db)).map(profileOf)
  const code = await findCode(ctx.db)
  const breakGlass = code && { madeAt: code.made_at.toISOString(), usedAt: code.used_at?.toISOString() ?? null }
  const { smsUrl, callUrl } = ctx.config
  const phoneCodes = { sms: smsUrl !== undefined, call: callUrl !== undefined, countries: await phoneCountries(ctx) }
  return { items, total: items.length, breakGlass: breakGlass ?? null, phoneCodes }
}

/** One profile. @throws not-found */
export async function getProfile(ctx: TransactionContext, { id }: { id: string }) {
  const row = (await allProfiles(ctx.db)).find(one => one.id === id)
  if (!row) throw problem('not-found')
  return profileOf(row)
}

export interface OfferedMethods {
  type: 'managed' | 'external-idp'
  methods: SignInMethod[]
  others: SignInMethod[]
  autoStart: 'passkey' | 'badge' | null
  providers: string[] | null
}

const everything: OfferedMethods = {
  type: 'managed',
  methods: [...defaultSignInMethods],
  others: [],
  autoStart: null,
  providers: null,
}

/**
 * Sign-in methods of a workspace before the user is known. Users of an exception find their methods under the other
 * ones, and owners their passkey.
 */
export async function offeredMethods(ctx: TransactionContext, workspace: string | undefined): Promise<OfferedMethods> {
  const found = workspace === undefined ? [] : await offeredIn(ctx.db, workspace)
  const rows = found.map(row => (row.phones ? row : { ...row, methods: row.methods.filter(way => !isPhoneCode(way)) }))
  const [first] = rows
  if (!first) return everything
  const general: OfferedMethods = first.everybody
    ? {
        type: first.type,
        methods: first.methods,
        others: [],
        autoStart: first.auto_start,
        providers: first.provider_id === null ? first.provider_ids : [first.provider_id],
      }
    : everything
  const exceptions = rows.filter(row => !row.everybody)
  const anywhere = new Set(rows.flatMap(row => (row.type === 'managed' ? row.methods : (['passkey'] as const))))
  const named = [...exceptions, { provider_ids: general.providers, provider_id: null }]
  const allOfThem = named.some(row => row.provider_id === null && row.provider_ids === null)
  return {
    ...general,
    others: signInMethods.filter(way => anywhere.has(way) && !general.methods.includes(way)),
    providers: allOfThem
      ? null
      : [...new Set(named.flatMap(row => row.provider_ids ?? (row.provider_id === null ? [] : [row.provider_id])))],
  }
}

/** Refuses an external provider that is not in the user's profile. @throws way-not-offered */
export async function mustOfferProvider(ctx: TransactionContext, user: string, provider: string): Promise<void> {
  if (!(await providerAdmits(ctx.db, user, provider))) throw problem('way-not-offered')
}
