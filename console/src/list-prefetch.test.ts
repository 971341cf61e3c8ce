import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { groups } from '@claviger/contract/people/groups'
import { savedViews } from '@claviger/contract/people/saved-views'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { expect, test } from 'vitest'
import { firstLists, offeredTo, self } from './list-prefetch.ts'
import { addressOf } from './platform/data/call-address.ts'

test('the prefetched request equals the request of the page', () => {
  expect(self).toBe(account.self.path)
  const offered = (id: string) => addressOf(signIn.authenticationProfile, { id }).url
  expect([offeredTo(''), offeredTo('?workspace=st+mary', 'fern'), offeredTo('', 'fern')]).toEqual(
    ['-', 'st mary', 'fern'].map(offered),
  )
  const listOf = ({ feature, path }: Endpoint) => ({ feature, path })
  expect(firstLists).toEqual({
    '/dashboard/users': {
      ...listOf(users.list),
      beside: [users.counts.path, `${savedViews.list.path}?list=users`],
    },
    '/dashboard/groups': listOf(groups.list),
    '/dashboard/organization-units': listOf(units.list),
    '/dashboard/security-keys': { ...listOf(securityKeys.list), sort: '-lastActivity' },
  })
})
