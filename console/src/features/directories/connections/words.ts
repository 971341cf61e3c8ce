import { connectionKinds } from '@claviger/contract/directories/connections'

/** Names of the kinds of directories; they are those of products and need no translation. */
export const kindNames: Readonly<Record<number, string>> = {
  [connectionKinds.entra]: 'Entra ID',
  [connectionKinds.okta]: 'Okta',
  [connectionKinds.ldap]: 'LDAP',
  [connectionKinds.scim]: 'SCIM',
}
