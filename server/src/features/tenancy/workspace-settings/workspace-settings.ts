import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { type PinConfig, pinConfigOf } from '@claviger/contract/platform/pin'
import {
  credentialStorages,
  userPermissions,
  type WorkspaceDetails,
  type workspaceSettings,
} from '@claviger/contract/tenancy/workspace-settings'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isWithin } from '#http/limits/network.ts'
import { canActForAll } from '#features/work/rank/rank.ts'
import { details } from './details.ts'
import { inWords } from './logged-settings.ts'
import { changeSettings, findSettings, lockSettings, type SettingsChange } from './workspace-settings.store.ts'

export { knowsTimeZone } from './workspace-settings.store.ts'

type InputFor<Call extends keyof typeof workspaceSettings.calls> = OutputOf<
  (typeof workspaceSettings.calls)[Call]['input']
>

export const pinConfig = async (ctx: TransactionContext): Promise<PinConfig> =>
  pinConfigOf((await findSettings(ctx.db)).pin_rules)

/** Defaults for new keys without a policy, and the maximum number per user. */
export const settingsForKeys = (ctx: TransactionContext) => findSettings(ctx.db)

/** The workspace's names of the five extra attributes, in order; undefined where unnamed. */
export const attributeNames = async (ctx: TransactionContext): Promise<(string | undefined)[]> => {
  const names = (await findSettings(ctx.db)).attribute_names ?? []
  return Array.from({ length: 5 }, (_, place) => names[place] || undefined)
}

/** Rights of end users over their own keys (101 to 104); none if their panel is off (R162). */
export const endUserPermissions = async (ctx: TransactionContext): Promise<number[]> =>
  givenBy(await findSettings(ctx.db))

/** User rights from a row that was read with others; all rights if the workspace has no settings. */
export const givenBy = (row: { user_panel: boolean | null; user_permissions: number[] | null }): number[] =>
  row.user_panel === false ? [] : (row.user_permissions ?? Object.values(userPermissions))

export async function saveSettings(ctx: TransactionContext, to: SettingsChange): Promise<void> {
  const workspace = workspaceOf(ctx)
  // Checked without a lock first, which would create a missing row
  if (!difference(await findSettings(ctx.db), to)) return
  const words = difference(await lockSettings(ctx.db, workspace), to)
  if (!words) return
  await changeSettings(ctx.db, workspace, to, ctx.clock.now())
  await record(ctx, { action: 'workspace.updated', before: words[0], after: words[1] })
}

function difference(before: Awaited<ReturnType<typeof findSettings>>, to: SettingsChange) {
  const words = [inWords(before), inWords({ ...before, ...to })] as const
  return JSON.stringify(words[0]) === JSON.stringify(words[1]) ? undefined : words
}

const saved = async (ctx: TransactionContext, to: SettingsChange): Promise<WorkspaceDetails> => {
  await saveSettings(ctx, to)
  return details(ctx)
}

export const changePinPolicy = (ctx: TransactionContext, input: InputFor<'pinPolicy'>) =>
  saved(ctx, {
    pin_rules: input.rules.toSorted((a, b) => a.type - b.type),
    remembered_pin_hours: input.rememberedPinHours,
  })

export const changeUserPermission = (ctx: TransactionContext, input: InputFor<'userPermission'>) =>
  saved(ctx, {
    user_panel: input.panel,
    user_permissions: [...new Set(input.permissions)].toSorted((a, b) => a - b),
  })

/** The vendor's module stores passkeys only where the operator connected one. @throws storage-not-offered */
export function mustOfferStorage({ config }: Pick<TransactionContext, 'config'>, storage: number | undefined): void {
  if (storage === credentialStorages.remoteVendor && config.pkcs11Module === undefined)
    throw problem('storage-not-offered')
}

/** @throws storage-not-offered */
export function changeSecurityKeySetting(ctx: TransactionContext, input: InputFor<'securityKeySetting'>) {
  mustOfferStorage(ctx, input.credentialStorage)
  return saved(ctx, {
    card_verification: input.cardVerification,
    phone_verification: input.phoneVerification,
    credential_storage: input.credentialStorage,
    offline: input.offline,
    audit: input.audit,
    keys_per_user: input.keysPerUser,
  })
}

/**
 * Sets where cards can sign in on our own page. Widening requires the right to act for all users; narrowing
 * only the right to write settings.
 * @throws acts-for-all
 */
export async function changeCardSignIn(
  ctx: TransactionContext,
  input: InputFor<'cardSignIn'>,
): Promise<WorkspaceDetails> {
  const to = { card_sign_in: input.cardSignIn, card_networks: [...new Set(input.networks)] }
  // Locked, so that a concurrent change can't widen what is being narrowed
  if (opensWider(await lockSettings(ctx.db, workspaceOf(ctx)), to) && !canActForAll(ctx)) throw problem('acts-for-all')
  return saved(ctx, to)
}

type CardSignIn = Pick<Awaited<ReturnType<typeof lockSettings>>, 'card_sign_in' | 'card_networks'>

function opensWider(before: CardSignIn, to: CardSignIn): boolean {
  if (to.card_sign_in === 'off' || before.card_sign_in === 'on') return false
  if (to.card_sign_in === 'on' || before.card_sign_in === 'off') return true
  return to.card_networks.some(one => !before.card_networks.includes(one))
}

export async function cardMaySignIn(ctx: TransactionContext, ip: string): Promise<boolean> {
  const { card_sign_in, card_networks } = await findSettings(ctx.db)
  return card_sign_in === 'on' || (card_sign_in === 'networks' && isWithin(card_networks, ip))
}

/**
 * Sets the countries to which codes are sent by phone. Adding one lets strangers cause costs there, so it
 * requires the right to act for all users.
 * @throws acts-for-all
 */
export async function changePhoneCodes(
  ctx: TransactionContext,
  { countries }: InputFor<'phoneCodes'>,
): Promise<WorkspaceDetails> {
  const { phone_countries: before } = await lockSettings(ctx.db, workspaceOf(ctx))
  if (countries.some(one => !before.includes(one)) && !canActForAll(ctx)) throw problem('acts-for-all')
  return saved(ctx, { phone_countries: [...new Set(countries)].toSorted((a, b) => (a < b ? -1 : 1)) })
}

export const phoneCountries = async (ctx: TransactionContext): Promise<string[]> =>
  (await findSettings(ctx.db)).phone_countries

export const changeProximity = (ctx: TransactionContext, input: InputFor<'proximity'>) =>
  saved(ctx, { proximity: input.proximity })

export const changeIdentityProvider = (ctx: TransactionContext, input: InputFor<'identityProvider'>) =>
  saved(ctx, { identity_provider: input.provider })
