// developer.okta.com/docs/api/openapi/okta-management: listGroups (limit at most 10,000), listGroupUsers (at most 1,000)
import type { OktaMount } from './mounting.ts'
import { errors, OktaRefusal } from './refusal.ts'
import { refuseOtherParameters } from './users.ts'

export const groups: OktaMount = (on, emulator) => {
  const { directory } = emulator
  const shown = (id: string) => {
    const group = directory.groups.get(id)
    if (!group) throw new OktaRefusal(...errors.notFound)
    const { members, ...rest } = group
    return { group: rest, members }
  }
  on('GET', '/api/v1/groups', 'okta.groups.read', ({ query }) => {
    refuseOtherParameters(query, 'limit', 'after', 'q')
    const begins = query['q']?.toLowerCase() ?? ''
    const rows = [...directory.groups.values()]
      .filter(({ profile }) => profile.name.toLowerCase().startsWith(begins))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id }) => shown(id).group)
    return emulator.page('/api/v1/groups', query, rows, 10_000)
  })
  on('GET', '/api/v1/groups/:id', 'okta.groups.read', ({ params, query }) => {
    refuseOtherParameters(query)
    return shown(params['id'] ?? '').group
  })
  on('GET', '/api/v1/groups/:id/users', 'okta.groups.read', ({ params, query }) => {
    refuseOtherParameters(query, 'limit', 'after')
    const { members } = shown(params['id'] ?? '')
    const rows = directory.sorted().filter(user => members.has(user.id) && user.status !== 'DEPROVISIONED')
    return emulator.page(`/api/v1/groups/${params['id'] ?? ''}/users`, query, rows, 1000)
  })
}
