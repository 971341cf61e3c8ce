import * as z from 'zod/mini'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import type { Graph } from '../cloud/cloud.graph.ts'

// Who is, or could easily become, an administrator of an Entra ID tenant: by an active or eligible role, assigned
// directly or through a group, including groups that the user can join by Privileged Identity Management.
// learn.microsoft.com/graph/ api: user-list-transitivememberof, rbacapplication-list-roleassignments,
// rbacapplication-list-roleeligibilityscheduleinstances, privilegedaccessgroup-list-eligibilityscheduleinstances

const Group = z.object({ id: z.guid(), isAssignableToRole: z.optional(z.nullable(z.boolean())) })
type Held = z.output<typeof Group>
const Eligible = z.object({ groupId: z.guid() })
const Rows = z.object({ value: z.array(z.unknown()), '@odata.nextLink': z.optional(z.string()) })
const eventual = { ConsistencyLevel: 'eventual' }
const principal = (id: string) => `$filter=principalId%20eq%20'${encodeURIComponent(id)}'`
const holds = (id: string) => [
  `/roleManagement/directory/roleAssignments?${principal(id)}&$select=id`,
  `/roleManagement/directory/roleEligibilityScheduleInstances?${principal(id)}&$select=id`,
]
const joins = (id: string) =>
  `/identityGovernance/privilegedAccess/group/eligibilityScheduleInstances?${principal(id)}&$select=id,groupId`

/** Is the user an administrator of the tenant? `unknown` if the connection can't read this. */
export async function rankAtEntra(
  graph: Graph,
  anchor: string,
  signal: AbortSignal,
): Promise<'yes' | 'no' | 'unknown'> {
  const person = `/users/${encodeURIComponent(anchor)}/transitiveMemberOf`
  const all = async (path: string) => {
    const rows: unknown[] = []
    for await (const page of graph.pages(path, { signal, headers: eventual })) rows.push(...page)
    return rows
  }
  /** Combined rows of several queries; empty if the tenant's license doesn't include the feature. */
  const some = async (paths: readonly string[]) => {
    const rows: unknown[] = []
    const requests = paths.map(url => ({ method: 'GET' as const, url }))
    for (const { status, body } of await graph.batch(requests, { signal })) {
      if (status !== 200 && !isUnpaid(body))
        throw new CloudFailure(`Entra ID answered ${String(status)} for roles`, { status, again: status >= 429 })
      const { value, '@odata.nextLink': next } = status === 200 ? Rows.parse(body) : { value: [] }
      rows.push(...value, ...(next === undefined ? [] : await all(next)))
    }
    return rows
  }
  const anyRole = async (ids: readonly string[]) => (await some(ids.flatMap(holds))).length > 0
  const groupsOf = async (path: string) =>
    (await all(`${path}/microsoft.graph.group?$count=true&$select=id,isAssignableToRole`)).map(row => Group.parse(row))
  try {
    if ((await all(`${person}/microsoft.graph.directoryRole?$count=true&$select=id`)).length > 0) return 'yes'
    if (await anyRole([anchor])) return 'yes'
    // Only role-assignable groups can have roles, so without any there is nothing to join
    if (!(await hasRoleGroups(graph, signal))) return 'no'
    const seen = new Set<string>()
    const isFresh = ({ id }: { id: string }) => !seen.has(id) && seen.add(id) !== undefined
    // Transitive closure: the user's groups, then groups that any of these can join, then their groups
    for (let fresh: Held[] = [{ id: anchor }, ...(await groupsOf(person))].filter(isFresh); fresh.length > 0;) {
      const mayHold = fresh.filter(one => one.id !== anchor && one.isAssignableToRole !== false)
      if (await anyRole(mayHold.map(one => one.id))) return 'yes'
      const joined = (await some(fresh.map(one => joins(one.id)))).map(row => ({ id: Eligible.parse(row).groupId }))
      const reached = joined.filter(isFresh)
      fresh = [...reached]
      for (const { id } of reached) fresh.push(...(await groupsOf(`/groups/${id}/transitiveMemberOf`)).filter(isFresh))
    }
    return 'no'
  } catch (error) {
    if (error instanceof CloudFailure && (error.status === 403 || error.status === 401)) return 'unknown'
    throw error
  }
}

const Refused = z.object({ error: z.object({ code: z.string() }) })
const isUnpaid = (body: unknown) => Refused.safeParse(body).data?.error.code === 'AadPremiumLicenseRequired'

async function hasRoleGroups(graph: Graph, signal: AbortSignal): Promise<boolean> {
  const asked = '/groups?$filter=isAssignableToRole%20eq%20true&$select=id&$top=1&$count=true'
  return Rows.parse(await graph.get(asked, { signal, headers: eventual })).value.length > 0
}
