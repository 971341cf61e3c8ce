import { groups } from '@claviger/contract/people/groups'
import { savedViews } from '@claviger/contract/people/saved-views'
import { units } from '@claviger/contract/people/units'
import { UserFilter, users } from '@claviger/contract/people/users'
import { readAhead } from '#platform/data/useRead.ts'
import { listQueryOf } from '#platform/ui/list/list-parameters.ts'
import { neededBy } from '#platform/ui/table/table-columns.ts'
import type { Session } from '#shell/session.tsx'
import { userColumns } from './user-columns.tsx'

const filters = Object.keys(UserFilter.shape)

/** Prefetches everything that the user list shows first, so that it renders only once. */
export function bringUsers(given: Record<string, string>, can: Session['can']): Promise<unknown> {
  const also = neededBy('users', userColumns)
  const ask = {
    ...listQueryOf(given, filters, 'name'),
    ...(also !== '' && { also }),
  } as (typeof users.list.input)['_zod']['input']
  return Promise.all([
    readAhead(users.list, ask),
    readAhead(users.counts, {}),
    readAhead(savedViews.list, { list: 'users' }),
    can('groups.read') ? readAhead(groups.ids, {}) : undefined,
    can('units.read') ? readAhead(units.names, {}) : undefined,
  ])
}
