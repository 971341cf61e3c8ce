import type { Doc, ResourceType, Selection } from '../../scim-documents/scim-documents.ts'
import type { Found, Other, ResourceRow } from '../resources.store.ts'

/** Where SCIM is served, as clients write it. */
export const baseOf = (publicUrl: string): string => `${publicUrl}/api/scim/v2`

/** The version of a resource as RFC 9110 writes a weak one. */
export const etagOf = ({ version }: Pick<ResourceRow, 'version'>): string => `W/"${version}"`

/** Where a resource stands. */
export const locationOf = (base: string, type: ResourceType, id: string): string => `${base}${type.endpoint}/${id}`

/** A resource as it is answered, with those attributes only that are wanted. */
export function wireOf(base: string, type: ResourceType, row: Found, selection: Selection): Record<string, unknown> {
  const { doc } = row
  const extensions = type.extensions.map(one => one.id).filter(urn => Object.hasOwn(doc, urn))
  const whole: Record<string, unknown> = {
    schemas: [type.core.id, ...extensions],
    id: row.id,
    ...inOrder(doc, extensions),
    ...(row.others && row.others.length > 0 && othersOf(base, type, row.others)),
    ...Object.fromEntries(extensions.map(urn => [urn, doc[urn]])),
    meta: {
      resourceType: type.name,
      created: row.created_at.toISOString(),
      lastModified: row.modified_at.toISOString(),
      location: locationOf(base, type, row.id),
      version: etagOf(row),
    },
  }
  return selection.of(whole)
}

/** The attributes of the core; extensions stand behind them. */
function inOrder(doc: Doc, extensions: readonly string[]): Doc {
  if (extensions.length === 0) return doc
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !extensions.includes(name)))
}

const othersOf = (base: string, type: ResourceType, others: readonly Other[]) =>
  type.what === 'user'
    ? {
        groups: others.map(({ value, display }) => ({
          value,
          $ref: `${base}/Groups/${value}`,
          display,
          type: 'direct',
        })),
      }
    : {
        members: others.map(({ value }) => ({
          value,
          $ref: `${base}/Users/${value}`,
          type: 'User',
        })),
      }
