// learn.microsoft.com/graph/api/user-list-transitivememberof, rbacapplication-list-roleassignments and
// rbacapplication-list-roleeligibilityscheduleinstances and privilegedaccessgroup-list-eligibilityscheduleinstances
import type { Mount } from './mounting.ts'
import { filterOf, refuseOthers } from './odata.ts'
import { badRequest, GraphRefusal, notFound } from './refusal.ts'
import { globalAdministrator } from './sign-in.ts'

const reads = ['RoleManagement.Read.Directory', 'RoleManagement.ReadWrite.Directory']
const joins = [
  'PrivilegedEligibilitySchedule.Read.AzureADGroup',
  'PrivilegedEligibilitySchedule.ReadWrite.AzureADGroup',
]
const whole = ['Directory.Read.All', 'Directory.ReadWrite.All', ...reads]

/** Administrators by user or group ID: active roles, roles for a part of the tenant, and eligible roles. */
export class EntraRanks {
  readonly roles = new Set<string>()
  /** The template of an active role, if not the highest. */
  readonly templates = new Map<string, string>()
  readonly assigned = new Set<string>()
  readonly eligible = new Set<string>()
  /** Eligible group memberships, as principal and group. */
  readonly joinable: [principalId: string, groupId: string][] = []
  /** The tenant has a license for eligible roles. */
  premium = true

  readonly mount: Mount = (on, emulator) => {
    const roles = '/v1.0/users/:id/transitiveMemberOf/microsoft.graph.directoryRole'
    on('GET', roles, { any: whole }, ({ params, query, headers }) => {
      refuseOthers(query, '$select', '$top', '$count')
      if (headers['consistencylevel'] !== 'eventual' || query['$count'] !== 'true')
        throw badRequest("This query needs the header 'ConsistencyLevel: eventual' and $count=true.")
      const found = emulator.directory.find('user', params['id'] ?? '')
      if (!found) throw notFound(params['id'] ?? '')
      const { id } = found.thing
      const held = { id: 'a-role', roleTemplateId: this.templates.get(id) ?? globalAdministrator }
      return emulator.page(roles.replace(':id', id), query, this.roles.has(id) ? [held] : [])
    })
    const rows = (path: string, of: Set<string>, premium: () => boolean) =>
      on('GET', path, { any: reads }, ({ query }) => {
        refuseOthers(query, '$select', '$filter')
        if (!premium())
          throw new GraphRefusal(400, 'AadPremiumLicenseRequired', 'The tenant needs to have a Premium P2 license.')
        const wanted = filterOf(query, ['principalId'])
        return emulator.page(
          path,
          query,
          [...of].map(principalId => ({ id: `of ${principalId}`, principalId })).filter(wanted),
        )
      })
    rows('/v1.0/roleManagement/directory/roleAssignments', this.assigned, () => true)
    rows('/v1.0/roleManagement/directory/roleEligibilityScheduleInstances', this.eligible, () => this.premium)
    const joining = '/v1.0/identityGovernance/privilegedAccess/group/eligibilityScheduleInstances'
    on('GET', joining, { any: joins }, ({ query }) => {
      refuseOthers(query, '$select', '$filter', '$skiptoken')
      if (!/^(principalId|groupId) eq '/.test(query['$filter'] ?? ''))
        throw badRequest('The filter must name a groupId or a principalId.')
      const wanted = filterOf(query, ['principalId', 'groupId'])
      const all = this.joinable.map(([principalId, groupId]) => ({
        id: `${principalId} ${groupId}`,
        principalId,
        groupId,
      }))
      return emulator.page(joining, query, all.filter(wanted))
    })
  }
}
