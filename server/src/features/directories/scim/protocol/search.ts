import {
  groupType,
  isObject,
  messageUrns,
  refuse,
  type ResourceType,
  ScimRefusal,
  userType,
  usualOnPage,
} from '#features/directories/scim-documents/scim-documents.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { ConnectedDirectory } from '#features/directories/connections/connections.ts'
import { listOf, type ScimListQuery, wholeNumber } from '../lists/lists.ts'

/** Handles a search by POST (RFC 7644 §3.4.3); at the root it searches users and groups. */
export async function searchOf(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  base: string,
  type: ResourceType | undefined,
  body: unknown,
): Promise<object> {
  const query = queryIn(body)
  if (type) return listOf(ctx, connection, base, type, query)
  if (query.cursor !== undefined)
    throw refuse('invalidCursor', 'At the root there are no cursors. Search at /Users or /Groups')
  const people = await part(() => listOf(ctx, connection, base, userType, query))
  const left = Math.max(0, (wholeNumber(query.count) ?? usualOnPage) - (people?.Resources.length ?? 0))
  const first = Math.max(1, wholeNumber(query.startIndex) ?? 1)
  const start = Math.max(1, first - (people?.totalResults ?? 0))
  const groups = await part(() =>
    listOf(ctx, connection, base, groupType, { ...query, count: String(left), startIndex: String(start) }),
  )
  // Invalid for both types, so report the error
  if (!people && !groups) await listOf(ctx, connection, base, userType, query)
  const found = [...(people?.Resources ?? []), ...(groups?.Resources ?? [])]
  return {
    schemas: [messageUrns.list],
    totalResults: (people?.totalResults ?? 0) + (groups?.totalResults ?? 0),
    itemsPerPage: found.length,
    startIndex: first,
    Resources: found,
  }
}

interface Page {
  totalResults: number
  Resources: object[]
}

async function part(ask: () => Promise<object>): Promise<Page | undefined> {
  try {
    return (await ask()) as Page
  } catch (error) {
    if (error instanceof ScimRefusal && (error.scimType === 'invalidFilter' || error.scimType === 'invalidValue'))
      return undefined
    throw error
  }
}

function queryIn(body: unknown): ScimListQuery {
  if (!isObject(body)) throw refuse('invalidSyntax', 'The body is no JSON object')
  const text = (name: string): string | undefined => {
    const value = Object.entries(body).find(([key]) => key.toLowerCase() === name)?.[1]
    if (value === undefined || value === null) return undefined
    if (typeof value === 'string') return value
    // As text, a number from 1e21 on would have an exponent
    if (typeof value === 'number') return Number.isInteger(value) ? String(BigInt(value)) : String(value)
    if (Array.isArray(value) && value.every(one => typeof one === 'string')) return value.join(',')
    throw refuse('invalidValue', `“${name}” is a text`)
  }
  return {
    filter: text('filter'),
    sortBy: text('sortby'),
    sortOrder: text('sortorder'),
    startIndex: text('startindex'),
    count: text('count'),
    cursor: text('cursor'),
    attributes: text('attributes'),
    excludedAttributes: text('excludedattributes'),
  }
}
