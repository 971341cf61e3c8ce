import { type Doc, type ReadDoc, ScimRefusal, textIn, type RequestRecord } from '../scim-documents/scim-documents.ts'
import { etagOf } from './protocol/representation.ts'
import type { ResourceRow } from './resources.store.ts'

/** 404: the ID doesn't exist, or no longer. */
export const scimNotFound = (name: 'User' | 'Group', id: string): ScimRefusal =>
  new ScimRefusal(404, `There is no ${name} ${id.slice(0, 60)}`)

export const uniqueness = (attribute: string): ScimRefusal =>
  new ScimRefusal(409, `Another one has this “${attribute}”`, 'uniqueness')

/** Checks If-Match (RFC 7644 §3.14). @throws 412 */
export function checkMatch(row: ResourceRow, ifMatch: string | undefined): void {
  if (ifMatch === undefined || names(ifMatch, etagOf(row))) return
  throw new ScimRefusal(412, 'It changed since you read it. Read it again')
}

export const names = (header: string, etag: string): boolean =>
  header.split(',').some(one => one.trim() === '*' || strong(one.trim()) === strong(etag))

const strong = (etag: string) => etag.replace(/^W\//, '')

const mostNamed = 20

export function noteRead(
  told: RequestRecord,
  doc: Doc,
  name: 'userName' | 'displayName',
  { ignored, unkept }: Pick<ReadDoc, 'ignored' | 'unkept'> = { ignored: [], unkept: [] },
): void {
  told.name = textIn(doc, name).slice(0, 200)
  if (ignored.length > 0) told.ignored = ignored.slice(0, mostNamed)
  for (const { path, why } of unkept.slice(0, mostNamed)) addNote(told, 'not-kept', `${path}: ${why}`)
}

export function addNote(told: RequestRecord, code: NonNullable<RequestRecord['notes']>[number]['code'], value: string) {
  told.notes = [...(told.notes ?? []), { code, value }]
}
