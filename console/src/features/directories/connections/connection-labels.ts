import { connectionKinds } from '@claviger/contract/directories/connections'

export const kindNames: Readonly<Record<number, string>> = {
  [connectionKinds.entra]: 'Entra ID',
  [connectionKinds.okta]: 'Okta',
  [connectionKinds.ldap]: 'LDAP',
  [connectionKinds.scim]: 'SCIM',
}
