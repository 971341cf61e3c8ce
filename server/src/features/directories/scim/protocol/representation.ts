import type { Doc, ResourceType, Selection } from '#features/directories/scim-documents/scim-documents.ts'
import type { ResourceWithMembers, MemberReference, ResourceRow } from '../resources.store.ts'

export const baseOf = (publicUrl: string): string => `${publicUrl}/api/scim/v2`

/** Weak ETag of a resource's version (RFC 9110). */
export const etagOf = ({ version }: Pick<ResourceRow, 'version'>): string => `W/"${version}"`

export const locationOf = (base: string, type: ResourceType, id: string): string => `${base}${type.endpoint}/${id}`

export function wireOf(
  base: string,
  type: ResourceType,
  row: ResourceWithMembers,
  selection: Selection,
): Record<string, unknown> {
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

function inOrder(doc: Doc, extensions: readonly string[]): Doc {
  if (extensions.length === 0) return doc
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !extensions.includes(name)))
}

const othersOf = (base: string, type: ResourceType, others: readonly MemberReference[]) =>
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
