// learn.microsoft.com/graph/api/user-list-transitivememberof, rbacapplication-list-roleassignments and
// rbacapplication-list-roleeligibilityscheduleinstances
import type { Mount } from './mounting.ts'
import { filterOf, only } from './odata.ts'
import { badRequest, GraphRefusal, notFound } from './refusal.ts'

const reads = ['RoleManagement.Read.Directory', 'RoleManagement.ReadWrite.Directory']
const whole = ['Directory.Read.All', 'Directory.ReadWrite.All', ...reads]

/** Who administers the tenant, by id: roles in force, assigned for a part of it, and those that can be activated. */
export class EntraRanks {
  readonly roles = new Set<string>()
  readonly assigned = new Set<string>()
  readonly eligible = new Set<string>()
  /** The tenant pays for eligible roles. */
  premium = true

  readonly mount: Mount = (on, emulator) => {
    const roles = '/v1.0/users/:id/transitiveMemberOf/microsoft.graph.directoryRole'
    on('GET', roles, { any: whole }, ({ params, query, headers }) => {
      only(query, '$select', '$top', '$count')
      if (headers['consistencylevel'] !== 'eventual' || query['$count'] !== 'true')
        throw badRequest("This query needs the header 'ConsistencyLevel: eventual' and $count=true.")
      const found = emulator.directory.find('user', params['id'] ?? '')
      if (!found) throw notFound(params['id'] ?? '')
      const held = this.roles.has(found.thing.id) ? [{ id: 'a-role', displayName: 'Global Administrator' }] : []
      return emulator.page(roles.replace(':id', found.thing.id), query, held)
    })
    const rows = (path: string, of: Set<string>, premium: () => boolean) =>
      on('GET', path, { any: reads }, ({ query }) => {
        only(query, '$select', '$filter')
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
  }
}
