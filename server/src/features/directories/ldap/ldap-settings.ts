import { ldapFilters } from '@claviger/contract/directories/ldap'
import { type Mapping, firstOf } from '@claviger/contract/directories/connections/mapping'
import * as z from 'zod/mini'
import type { Guard } from '#integrations/target.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { roleAttributesIn } from '../links/links.mapping.ts'
import type { LdapTarget } from './reader/ldap-connection.ts'
import { isReadable } from './reader/ldap-values.ts'
import type { LdapEndpoint } from './wire/connection.ts'

const Kept = z.object({
  urls: z.array(z.string()),
  plain: z.boolean(),
  bases: z.array(z.string()),
  username: z.string(),
  certificate: z.nullable(z.string()),
  personFilter: z.string(),
  groupFilter: z.string(),
  passwords: z.boolean(),
})
export type LdapSettings = z.output<typeof Kept>

export const settingsOf = ({ settings }: Pick<ConnectedDirectory, 'settings'>): LdapSettings => z.parse(Kept, settings)

export const usualFilters = ldapFilters.activeDirectory

export const defaultMapping: Mapping = [
  firstOf('userId', 'userPrincipalName', 'uid', 'mail'),
  firstOf('firstName', 'givenName'),
  firstOf('lastName', 'sn', 'cn'),
  firstOf('email', 'mail'),
  firstOf('employeeId', 'employeeID', 'employeeNumber'),
  firstOf('phone', 'mobile', 'telephoneNumber'),
  firstOf('language', 'preferredLanguage'),
]

export function ldapEndpointOf(
  url: string,
  { plain, certificate }: Pick<LdapSettings, 'plain' | 'certificate'>,
): LdapEndpoint {
  const secure = /^ldaps:/i.test(url)
  // With a scheme for which URL parses host and port
  const { hostname, port } = new URL(url.replace(/^ldaps?:/i, 'http:'))
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    // URL drops the default port of http://
    port: Number(port === '' ? (/:80\/?$/.test(url) ? 80 : secure ? 636 : 389) : port),
    security: secure ? 'ldaps' : plain ? 'plain' : 'starttls',
    authorities: certificate ?? undefined,
  }
}

export function targetOf(
  guard: Guard,
  workspace: string,
  connection: Pick<ConnectedDirectory, 'settings' | 'mapping'>,
  password: string,
): LdapTarget {
  const settings = settingsOf(connection)
  const asked = connection.mapping.flatMap(({ from }) => (from.take === 'fixed' ? [] : from.of))
  return {
    bounds: { guard, purpose: { workspace, feature: 'directories' } },
    ways: settings.urls.map(url => ldapEndpointOf(url, settings)),
    username: settings.username,
    password,
    bases: settings.bases,
    personFilter: settings.personFilter,
    groupFilter: settings.groupFilter,
    attributes: [...new Set(asked)].filter(isReadable),
    roleAttributes: roleAttributesIn(connection.mapping).filter(isReadable),
  }
}
