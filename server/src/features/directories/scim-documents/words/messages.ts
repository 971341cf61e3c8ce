/** The URNs of messages (RFC 7644 §8.2). */
export const messageUrns = {
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
  bulk: 'urn:ietf:params:scim:api:messages:2.0:BulkRequest',
  bulkAnswer: 'urn:ietf:params:scim:api:messages:2.0:BulkResponse',
} as const

/** What a client asks, as far as it matters here. */
export interface ScimRequest {
  readonly method: string
  /** Behind the base, without empty parts. */
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
}

/** What it is answered. */
export interface ScimAnswer {
  readonly status: number
  readonly body?: object
  readonly etag?: string
  readonly location?: string
  /** Seconds until asking again may help. */
  readonly after?: number
}

/** What was done with a request and why, as the recorder tells it. */
export interface Told {
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
  /** Which attributes filled which field of ours. */
  filled?: { field: string; value: string; from: string[] }[]
  /** What was sent and nobody here knows. */
  ignored?: string[]
  /** Codes of what was left undone though the rest was done. */
  notes?: { code: 'role-not-given' | 'not-applied' | 'found' | 'members'; value: string }[]
  reason?: string
}

/** An error as SCIM tells it. */
export const errorOf = (status: number, detail: string, scimType?: string): object => ({
  schemas: [messageUrns.error],
  status: String(status),
  ...(scimType !== undefined && { scimType }),
  detail,
})
