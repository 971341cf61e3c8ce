import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import { secretSet } from '@claviger/contract/people/users'
import { baseName } from '../protocol/mask.ts'
import type { RequestRecord } from '../protocol/messages.ts'
import type { Doc } from './complex-values.ts'
import { withoutAttributes } from './resource-attributes.ts'

/** What a connection maps, and which of the fields must not be kept with what the client sends. */
interface SecretMapping {
  readonly mapping: Mapping
  readonly secretFields?: readonly string[]
}

function secretSources({ mapping, secretFields = [] }: SecretMapping): string[] {
  if (secretFields.length === 0) return []
  return mapping.flatMap(({ field, from }) => (from.take !== 'fixed' && secretFields.includes(field) ? from.of : []))
}

/** A resource to store or to return, with secret values replaced by a placeholder. */
export function withoutSecrets(connection: SecretMapping, doc: Doc): Doc {
  const sources = secretSources(connection)
  return sources.length === 0
    ? doc
    : withoutAttributes(doc, new Set(sources.map(name => name.toLowerCase())), secretSet)
}

/** Notes what the request log must not keep of a request. */
export function noteSecrets(connection: SecretMapping, told: RequestRecord): void {
  const sources = secretSources(connection)
  if (sources.length > 0) told.hides = sources.map(baseName)
}
