import {
  listTypes,
  strengthLevels,
  type ListContent,
  type PolicyContent,
} from '@claviger/contract/decide/policy-content'
import { sendTogether } from '#platform/db/pipeline.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { listsInFull } from '../named-lists/named-lists.ts'
import { listsOf, referencesOf } from './policy-content.ts'
import { allPolicies, type StoredPolicyRow } from './policies.store.ts'
import { renamed } from './portable-policy.ts'
import { callsOf } from './references.store.ts'

export { policyFile } from './portable-policy.ts'
export { importPolicyFile as importPolicies } from './import-policies.ts'

export interface PortablePolicy {
  row: StoredPolicyRow
  /** The policy with names instead of IDs. */
  content: PolicyContent
  /** Whether it names only what other workspaces have, or get with it. */
  isPortable: boolean
}

export interface PortablePolicies {
  policies: PortablePolicy[]
  /** All lists that the policies name, without IDs. */
  lists: ListContent[]
}

const portableLists: readonly number[] = [listTypes.ip, listTypes.rp, listTypes.location, listTypes.time]

/** Access policies of the workspace, all or some, with the lists that they name. */
export async function portablePolicies(ctx: TransactionContext, ids?: readonly string[]): Promise<PortablePolicies> {
  const [all, lists] = await sendTogether(allPolicies(ctx.db), listsInFull(ctx))
  const rows = ids === undefined ? all : all.filter(row => ids.includes(row.id))
  const contents = rows.map(row => row.content)
  const names = await callsOf(ctx.db, [...new Set(contents.flatMap(one => referencesOf(one).map(({ id }) => id)))])
  const typeOf = new Map(lists.map(list => [list.id, list.type]))
  const named = new Set(contents.flatMap(listsOf))
  return {
    policies: rows.map(row => ({
      row,
      content: renamed(row.content, (_kind, id) => names.get(id) ?? id),
      isPortable: isPortable(row.content, typeOf),
    })),
    lists: lists
      .filter(list => named.has(list.id))
      .map(({ name, description, type, entries }) => ({ name, description, type, entries })),
  }
}

function isPortable(of: PolicyContent, typeOf: ReadonlyMap<string, number>): boolean {
  const { strength } = of.demands
  return (
    [of.users, of.groups, of.units, of.accounts, of.devices.values, of.devices.groups, of.appRestriction.values].every(
      ids => ids.length === 0,
    ) &&
    of.demands.models.length === 0 &&
    (strength === undefined || strength === null || strengthLevels.some(level => level === strength)) &&
    listsOf(of).every(id => portableLists.includes(typeOf.get(id) ?? 0))
  )
}
