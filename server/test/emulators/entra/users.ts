// learn.microsoft.com/graph/api/user-list, user-get
import { delta } from './delta.ts'
import type { Mount } from './mounting.ts'
import { filterOf, refuseOthers, selectFields } from './odata.ts'
import { notFound } from './refusal.ts'

export const userProperties = [
  'id',
  'userPrincipalName',
  'mail',
  'otherMails',
  'givenName',
  'surname',
  'displayName',
  'accountEnabled',
  'userType',
  'employeeId',
  'employeeType',
  'mobilePhone',
  'businessPhones',
  'preferredLanguage',
  'department',
  'jobTitle',
  'companyName',
  'officeLocation',
  'onPremisesImmutableId',
  'onPremisesSamAccountName',
  'onPremisesExtensionAttributes',
] as const
const usual = userProperties.filter(name =>
  /^(id|userPrincipalName|mail|givenName|surname|displayName|mobilePhone|businessPhones|preferredLanguage|jobTitle|officeLocation)$/.test(
    name,
  ),
)
const filterable = [
  'id',
  'displayName',
  'userPrincipalName',
  'mail',
  'givenName',
  'surname',
  'accountEnabled',
  'employeeId',
  'userType',
  'department',
  'onPremisesImmutableId',
]
const readers = ['User.Read.All', 'User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All']

export const users: Mount = (on, emulator) => {
  on('GET', '/v1.0/users', { any: readers }, ({ query }) => {
    refuseOthers(query, '$select', '$filter', '$top', '$skiptoken', '$count')
    const wanted = filterOf(query, filterable)
    const all = emulator.directory.ofType('user').filter(({ thing }) => wanted(thing))
    return emulator.page(
      '/v1.0/users',
      query,
      all.map(one => one.thing).map(selectFields(query, userProperties, usual)),
    )
  })
  on('GET', '/v1.0/users/delta', { any: readers }, ({ query, headers }) =>
    delta(emulator, { type: 'user', path: '/v1.0/users/delta', known: userProperties }, query, headers['prefer']),
  )
  on('GET', '/v1.0/users/:id', { any: readers }, ({ params, query }) => {
    refuseOthers(query, '$select')
    const one = emulator.directory.find('user', params['id'] ?? '')
    if (!one) throw notFound(params['id'] ?? '')
    return selectFields(query, userProperties, usual)(one.thing)
  })
}
