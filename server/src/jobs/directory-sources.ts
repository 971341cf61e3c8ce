import { entraSource } from '../features/directories/entra/entra.source.ts'
import { ldapSource } from '../features/directories/ldap/ldap.source.ts'
import { oktaSource } from '../features/directories/okta/okta.source.ts'
import { scimSource } from '../features/directories/scim/scim.source.ts'
import { registerSources, type Source } from '../features/directories/syncs/syncs.sources.ts'

export const directorySources: readonly Source[] = [entraSource, oktaSource, ldapSource, scimSource]

registerSources(directorySources)
