import { refuse, ScimRefusal } from '../protocol/scim-refusal.ts'
import type { Doc } from '../resource/complex-values.ts'
import { applyOrNote, checkRequired, dropLargest, isEssential, mergeInto, type ReadDoc } from '../resource/doc.ts'
import { findPath } from '../resource/path.ts'
import { isObject, isUnset } from '../resource/complex-values.ts'
import type { ResourceType } from '../schemas/attribute.ts'
import { MemberChange } from './member-patch.ts'
import type { PatchOperation } from './operations.ts'

export interface PatchResult extends ReadDoc {
  members: MemberChange
}

/**
 * Applies the operations of a PATCH. An operation on an unknown or read-only attribute is noted and the others count:
 * it must not keep a user active who is suspended by the same request.
 * @throws the first refusal if no operation can be applied, and refusals of members and required attributes
 */
export function applyPatch(type: ResourceType, before: Doc, operations: readonly PatchOperation[]): PatchResult {
  const read: PatchResult = { doc: structuredClone(before), ignored: [], unkept: [], members: new MemberChange() }
  const refusals: ScimRefusal[] = []
  for (const operation of operations)
    try {
      applyOperation(type, read, operation)
    } catch (error) {
      if (!(error instanceof ScimRefusal) || !isOptional(type, operation)) throw error
      refusals.push(error)
      read.unkept.push({ path: (operation.path ?? '').slice(0, 100), why: error.message })
    }
  const [first] = refusals
  if (first && refusals.length === operations.length) throw first
  checkRequired(type, read.doc)
  dropLargest(type, read)
  return read
}

function isOptional(type: ResourceType, { path }: PatchOperation): boolean {
  if (path === undefined) return false
  try {
    const target = findPath(type, path)
    if (target === undefined || 'attributes' in target) return true
    return target.attribute.name !== 'members' && !isEssential(target.attribute)
  } catch {
    return true
  }
}

function applyOperation(type: ResourceType, read: PatchResult, { op, path, value }: PatchOperation): void {
  const target = path === undefined ? undefined : findPath(type, path)
  if (path !== undefined && target === undefined)
    throw refuse('invalidPath', `There is no attribute “${path.slice(0, 100)}”`)
  if (target !== undefined && !('attributes' in target)) {
    if (target.attribute.name === 'members') read.members.apply(op, target.which, value)
    else applyOrNote(read, op, target, value)
    return
  }
  if (op === 'remove' || (target !== undefined && isUnset(value))) {
    if (target === undefined || target === type.core) throw refuse('noTarget', 'A whole resource is not removed so')
    delete read.doc[target.id]
    return
  }
  if (!isObject(value)) throw refuse('invalidValue', 'Without a path, “value” is an object of attributes')
  const body = target === undefined || target === type.core ? value : { [target.id]: value }
  const members = Object.entries(body).find(([key]) => key.toLowerCase() === 'members')
  if (type.what === 'group' && members) read.members.apply(op, undefined, members[1])
  mergeInto(type, read, body, op)
}
