/** Message URNs (RFC 7644 §8.2). */
export const messageUrns = {
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
  bulk: 'urn:ietf:params:scim:api:messages:2.0:BulkRequest',
  bulkAnswer: 'urn:ietf:params:scim:api:messages:2.0:BulkResponse',
} as const

export interface ScimRequest {
  readonly method: string
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
}

export interface ScimAnswer {
  readonly status: number
  readonly body?: object
  readonly etag?: string
  readonly location?: string
  readonly after?: number
}

export interface RequestRecord {
  did:
    | 'read'
    | 'listed'
    | 'published'
    | 'created'
    | 'linked'
    | 'restored'
    | 'changed'
    | 'unchanged'
    | 'suspended'
    | 'deleted'
    | 'held'
    | 'several'
    | 'refused'
    | 'failed'
  about?: string | undefined
  name?: string | undefined
  filled?: { field: string; value: string; from: string[] }[]
  ignored?: string[]
  /** Codes of parts that were not applied although the rest was. */
  notes?: { code: 'role-not-given' | 'not-applied' | 'not-kept' | 'found' | 'members'; value: string }[]
  reason?: string
  /** Attributes that the request log leaves out; never kept itself. */
  hides?: string[]
}

export const errorOf = (status: number, detail: string, scimType?: string): object => ({
  schemas: [messageUrns.error],
  status: String(status),
  ...(scimType !== undefined && { scimType }),
  detail,
})
