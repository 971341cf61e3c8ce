import { isDeepStrictEqual } from 'node:util'
import type { BaselinePart } from '@claviger/contract/governance/baselines'
import { msg } from '#platform/languages.ts'
import type { FieldProblem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { changeProfile, createProfile } from '#features/access/authentication-profiles/authentication-profiles.save.ts'
import { listProfiles } from '#features/access/authentication-profiles/authentication-profiles.ts'
import { pagesExceed, putPages } from '#features/access/self-service-settings/self-service-settings.portable.ts'
import {
  createTokenPolicy,
  listTokenPolicies,
  makeDefaultPolicy,
} from '#features/keys/token-policies/token-policies.ts'
import { importPolicies, policyFile } from '#features/rules/policies/policies.portable.ts'
import { changePinPolicy } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { type BaselineDocument, readOwnSettings } from './baseline-document.ts'

interface Obstacle {
  part: BaselinePart
  item: string
  reason: FieldProblem['message']
}

const keyOf = (name: string) => name.toLowerCase()

/** What prevents accepting a baseline, before anything is written. */
export async function obstaclesTo(ctx: TransactionContext, document: BaselineDocument): Promise<Obstacle[]> {
  return [
    ...(await keyPolicyObstacles(ctx, document)),
    ...(await accessPolicyObstacles(ctx, document)),
    ...(await cardPageObstacles(ctx, document)),
  ]
}

async function keyPolicyObstacles(ctx: TransactionContext, { keyPolicies }: BaselineDocument): Promise<Obstacle[]> {
  if (!keyPolicies) return []
  const here = (await readOwnSettings(ctx, ['keyPolicies'])).keyPolicies?.policies ?? []
  const byName = new Map(here.map(one => [keyOf(one.name), one]))
  return keyPolicies.policies.flatMap(one => {
    const other = byName.get(keyOf(one.name))
    return other === undefined || isDeepStrictEqual({ ...other, name: one.name }, one)
      ? []
      : [
          {
            part: 'keyPolicies' as const,
            item: one.name,
            reason: msg("A key policy with this name has other settings, and key policies can't be changed"),
          },
        ]
  })
}

async function accessPolicyObstacles(
  ctx: TransactionContext,
  { accessPolicies }: BaselineDocument,
): Promise<Obstacle[]> {
  if (!accessPolicies) return []
  const { items } = await importPolicies(ctx, { text: policyFile(accessPolicies), apply: false })
  return items.flatMap(({ name, reason }) =>
    reason === null ? [] : [{ part: 'accessPolicies' as const, item: name, reason }],
  )
}

async function cardPageObstacles(ctx: TransactionContext, { cardPages = [] }: BaselineDocument): Promise<Obstacle[]> {
  const [first] = cardPages
  return first === undefined || !(await pagesExceed(ctx, cardPages))
    ? []
    : [{ part: 'cardPages', item: first.name, reason: msg('Your workspace has no room for more card pages') }]
}

/**
 * Changes the settings of the workspace to a baseline, each part by the function that changes it by hand.
 * @throws owners-locked-out, no-owner-left, above-you
 */
export async function applyBaseline(
  ctx: TransactionContext,
  { pinPolicy, keyPolicies, accessPolicies, authenticationProfile, cardPages }: BaselineDocument,
  lockOutSeen: boolean | undefined,
): Promise<void> {
  if (pinPolicy) await changePinPolicy(ctx, pinPolicy)
  if (keyPolicies) await applyKeyPolicies(ctx, keyPolicies)
  if (accessPolicies) await importPolicies(ctx, { text: policyFile(accessPolicies), apply: true, lockOutSeen })
  if (authenticationProfile) await applyProfile(ctx, authenticationProfile)
  if (cardPages) await putPages(ctx, cardPages)
}

async function applyKeyPolicies(
  ctx: TransactionContext,
  of: NonNullable<BaselineDocument['keyPolicies']>,
): Promise<void> {
  const names = new Set((await listTokenPolicies(ctx)).items.map(one => keyOf(one.name)))
  for (const policy of of.policies) if (!names.has(keyOf(policy.name))) await createTokenPolicy(ctx, policy)
  const usual = of.default
  if (usual === null) return
  const found = (await listTokenPolicies(ctx)).items.find(one => keyOf(one.name) === keyOf(usual))
  if (found && !found.isDefault) await makeDefaultPolicy(ctx, { tokenPolicy: found.id })
}

async function applyProfile(
  ctx: TransactionContext,
  { name, methods, autoStart }: NonNullable<BaselineDocument['authenticationProfile']>,
): Promise<void> {
  const profiles = (await listProfiles(ctx)).items
  const profile = profiles.find(one => one.everybody)
  const content = { type: 'managed' as const, methods, autoStart, groups: [] }
  if (!profile) {
    const isTaken = profiles.some(one => keyOf(one.name) === keyOf(name))
    await createProfile(ctx, { ...content, name: isTaken ? `${name.slice(0, 90)} (all)` : name })
  } else if (
    profile.type !== 'managed' ||
    !isDeepStrictEqual([profile.methods, profile.autoStart], [methods, autoStart])
  )
    await changeProfile(ctx, { ...content, id: profile.id, name: profile.name, providers: profile.providers })
}
