import { isDeepStrictEqual } from 'node:util'
import type { BaselinePart, Difference } from '@claviger/contract/governance/baselines'
import type { SignInMethod } from '@claviger/contract/access/sign-in.ways'
import type { ListContent, PolicyContent } from '@claviger/contract/decide/policy-content'
import type { TokenPolicyInput } from '@claviger/contract/keys/token-policies'
import { pinConfigOf, type PinRule } from '@claviger/contract/platform/pin'
import type { TransactionContext } from '#platform/app-context.ts'
import { listProfiles } from '#features/access/authentication-profiles/authentication-profiles.ts'
import {
  fieldsOfPage,
  type PortablePage,
  portablePages,
} from '#features/access/self-service-settings/self-service-settings.portable.ts'
import { listTokenPolicies } from '#features/keys/token-policies/token-policies.ts'
import { portablePolicies } from '#features/rules/policies/policies.portable.ts'
import { settingsForKeys } from '#features/tenancy/workspace-settings/workspace-settings.ts'

/** Settings as a baseline stores them: without IDs, so that they mean the same in every workspace. */
export interface BaselineDocument {
  pinPolicy?: { rules: PinRule[]; rememberedPinHours: number }
  keyPolicies?: { default: string | null; policies: TokenPolicyInput[] }
  accessPolicies?: { lists: ListContent[]; policies: PolicyContent[] }
  /** The profile for all users. */
  authenticationProfile?: { name: string; methods: SignInMethod[]; autoStart: 'passkey' | 'badge' | null }
  cardPages?: PortablePage[]
}

/** The settings of the workspace, in the parts that are named. */
export async function readOwnSettings(
  ctx: TransactionContext,
  parts: readonly BaselinePart[],
): Promise<BaselineDocument> {
  const document: BaselineDocument = {}
  if (parts.includes('pinPolicy')) {
    const { pin_rules: rules, remembered_pin_hours: rememberedPinHours } = await settingsForKeys(ctx)
    document.pinPolicy = { rules, rememberedPinHours }
  }
  if (parts.includes('keyPolicies')) {
    const { items } = await listTokenPolicies(ctx)
    document.keyPolicies = {
      default: items.find(one => one.isDefault)?.name ?? null,
      policies: items.map(one => ({
        name: one.name,
        phoneVerification: one.phoneVerification,
        cardVerification: one.cardVerification,
        credentialStorageLocation: one.credentialStorageLocation,
        proximity: one.proximity,
        audit: one.audit,
        offlineLogin: one.offlineLogin,
        rememberedPinHours: one.rememberedPinHours,
      })),
    }
  }
  if (parts.includes('accessPolicies')) {
    const { policies, lists } = await portablePolicies(ctx)
    document.accessPolicies = { lists, policies: policies.map(({ content }) => content) }
  }
  if (parts.includes('authenticationProfile')) {
    const profile = (await listProfiles(ctx)).items.find(one => one.everybody)
    if (profile)
      document.authenticationProfile = {
        name: profile.name,
        methods: profile.type === 'managed' ? profile.methods : [],
        autoStart: profile.autoStart,
      }
  }
  if (parts.includes('cardPages')) document.cardPages = (await portablePages(ctx)).map(({ page }) => page)
  return document
}

export const partsOf = (document: BaselineDocument) => Object.keys(document) as BaselinePart[]

/** The names of the items in a baseline, by part. */
export function contentsOf(document: BaselineDocument): { part: BaselinePart; items: string[] }[] {
  const { keyPolicies, accessPolicies, authenticationProfile, cardPages } = document
  const items: Record<BaselinePart, string[]> = {
    pinPolicy: [],
    keyPolicies: keyPolicies?.policies.map(({ name }) => name) ?? [],
    accessPolicies: [...(accessPolicies?.policies ?? []), ...(accessPolicies?.lists ?? [])].map(({ name }) => name),
    authenticationProfile: authenticationProfile ? [authenticationProfile.name] : [],
    cardPages: cardPages?.map(({ name }) => name) ?? [],
  }
  return partsOf(document).map(part => ({ part, items: items[part] }))
}

type Fields = Record<string, unknown>
const keyOf = (name: string) => name.toLowerCase()

function* differing(
  part: BaselinePart,
  item: string | null,
  baseline: Fields,
  current: Fields | undefined,
): Iterable<Difference> {
  if (current === undefined) {
    yield { part, item, field: null, baseline, current: null }
    return
  }
  for (const [field, value] of Object.entries(baseline))
    if (!isDeepStrictEqual(value ?? null, current[field] ?? null))
      yield { part, item, field, baseline: value ?? null, current: current[field] ?? null }
}

function* differingItems<T extends { name: string }>(
  part: BaselinePart,
  baseline: readonly T[],
  current: readonly T[],
  fieldsOf: (of: T) => Fields,
): Iterable<Difference> {
  const here = new Map(current.map(one => [keyOf(one.name), one]))
  for (const one of baseline) {
    const other = here.get(keyOf(one.name))
    yield* differing(part, one.name, fieldsOf(one), other && fieldsOf(other))
  }
}

function withoutName(of: { name: string }): Fields {
  const { name: _, ...fields } = of
  return fields
}
const listFields = ({ description = '', type, entries }: ListContent): Fields => ({ description, type, entries })

/** The settings of a workspace that differ from a baseline. What the baseline doesn't name can be different. */
export function* differencesBetween(baseline: BaselineDocument, here: BaselineDocument): Iterable<Difference> {
  const { pinPolicy, keyPolicies, accessPolicies, authenticationProfile, cardPages } = baseline
  const pin = (of: BaselineDocument['pinPolicy']) =>
    of && { ...pinConfigOf(of.rules), rememberedPinHours: of.rememberedPinHours }
  if (pinPolicy) yield* differing('pinPolicy', null, pin(pinPolicy) ?? {}, pin(here.pinPolicy))
  if (keyPolicies) {
    yield* differingItems('keyPolicies', keyPolicies.policies, here.keyPolicies?.policies ?? [], withoutName)
    const { default: usual } = keyPolicies
    if (usual !== null)
      yield* differing('keyPolicies', null, { default: usual }, { default: here.keyPolicies?.default ?? null })
  }
  if (accessPolicies) {
    const { policies = [], lists = [] } = here.accessPolicies ?? {}
    yield* differingItems('accessPolicies', accessPolicies.lists, lists, listFields)
    yield* differingItems('accessPolicies', accessPolicies.policies, policies, withoutName)
  }
  if (authenticationProfile) {
    const profile = here.authenticationProfile && withoutName(here.authenticationProfile)
    yield* differing('authenticationProfile', null, withoutName(authenticationProfile), profile)
  }
  if (cardPages) yield* differingItems('cardPages', cardPages, here.cardPages ?? [], fieldsOfPage)
}

/** A baseline without the parts that a customer did not accept. */
export const onlyParts = (document: BaselineDocument, parts: readonly string[]): BaselineDocument =>
  Object.fromEntries(Object.entries(document).filter(([part]) => parts.includes(part)))
