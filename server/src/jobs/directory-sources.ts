import { ldapSource } from '../features/directories/ldap/ldap.source.ts'
import { registerSources, type Source } from '../features/directories/syncs/syncs.sources.ts'

/** Every kind of directory that people are read from, one line each. */
export const directorySources: readonly Source[] = [ldapSource]

registerSources(directorySources)
