import { type ResourceType, type Schema } from '../schemas/attribute.ts'
import { groupType } from '../schemas/group.ts'
import { userType } from '../schemas/user-schema.ts'
import { largestBody, mostBulk, mostOnPage, usualOnPage } from './bounds.ts'
import { messageUrns } from './messages.ts'
import { ScimRefusal } from './scim-refusal.ts'

export const resourceTypes: readonly ResourceType[] = [userType, groupType]

const schemaUrn = 'urn:ietf:params:scim:schemas:core:2.0:Schema'
const typeUrn = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const configUrn = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'

const listOf = (resources: readonly object[]) => ({
  schemas: [messageUrns.list],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

const schemaBody = (base: string, { id, name, description, attributes }: Schema) => ({
  schemas: [schemaUrn],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
})

const typeBody = (base: string, { name, endpoint, core, extensions }: ResourceType) => ({
  schemas: [typeUrn],
  id: name,
  name,
  endpoint,
  description: core.description,
  schema: core.id,
  schemaExtensions: extensions.map(one => ({ schema: one.id, required: false })),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
})

const configBody = (base: string) => ({
  schemas: [configUrn],
  documentationUri: 'https://www.rfc-editor.org/rfc/rfc7644',
  patch: { supported: true },
  bulk: { supported: true, maxOperations: mostBulk, maxPayloadSize: largestBody },
  filter: { supported: true, maxResults: mostOnPage },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  pagination: {
    cursor: true,
    index: true,
    defaultPaginationMethod: 'index',
    defaultPageSize: usualOnPage,
    maxPageSize: mostOnPage,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token of the connection',
      description: 'The token of the SCIM page, behind “Bearer ” or alone, in the header Authorization',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

/** Discovery documents (RFC 7644 §4); undefined for other paths. @throws 404 for unknown ones */
export function published(base: string, path: readonly string[]): object | undefined {
  const [first = '', name] = path
  const schemas = resourceTypes.flatMap(({ core, extensions }) => [core, ...extensions])
  switch (first.toLowerCase()) {
    case 'serviceproviderconfig':
    case 'serviceproviderconfigs':
      return configBody(base)
    case 'schemas':
      if (name === undefined) return listOf(schemas.map(one => schemaBody(base, one)))
      return there(
        schemas.map(one => schemaBody(base, one)),
        name,
      )
    case 'resourcetypes':
      if (name === undefined) return listOf(resourceTypes.map(one => typeBody(base, one)))
      return there(
        resourceTypes.map(one => typeBody(base, one)),
        name,
      )
    default:
      return undefined
  }
}

function there<T extends { id: string }>(all: readonly T[], id: string): T {
  const found = all.find(one => one.id.toLowerCase() === id.toLowerCase())
  if (!found) throw new ScimRefusal(404, `There is no ${id.slice(0, 100)}`)
  return found
}
