import type { LdapSettings } from './ldap-settings.ts'
import type { LdapTarget } from './reader/ldap-connection.ts'
import { isReadable } from './reader/ldap-values.ts'
import { noGuard } from '#integrations/target.ts'
import { ldapEndpointOf } from './ldap-settings.ts'

export { readDirectory } from './reader/ldap-reading.ts'
export { guidOf, immutableIdOf } from './reader/ldap-values.ts'
export { LdapFailure } from './wire/failure.ts'

/** Target for an agent in the directory's network, so all hosts are allowed. */
export const agentTargetOf = (
  settings: Omit<LdapSettings, 'passwords'>,
  password: string,
  attributes: readonly string[],
): LdapTarget => ({
  bounds: { guard: noGuard, purpose: 'operator' },
  ways: settings.urls.map(url => ldapEndpointOf(url, settings)),
  username: settings.username,
  password,
  bases: settings.bases,
  personFilter: settings.personFilter,
  groupFilter: settings.groupFilter,
  attributes: attributes.filter(isReadable),
  roleAttributes: [],
})
