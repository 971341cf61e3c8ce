import { refuse } from '../protocol/scim-refusal.ts'
import type { Doc } from '../resource/complex-values.ts'
import { checkRequired, mergeInto, type ReadDoc } from '../resource/doc.ts'
import { findPath } from '../resource/path.ts'
import { isObject, isUnset } from '../resource/complex-values.ts'
import type { ResourceType } from '../schemas/attribute.ts'
import { applyAt } from './apply.ts'
import { MemberChange } from './member-patch.ts'
import type { PatchOperation } from './operations.ts'

export interface PatchResult extends ReadDoc {
  members: MemberChange
}

export function patched(type: ResourceType, before: Doc, operations: readonly PatchOperation[]): PatchResult {
  const read: PatchResult = { doc: structuredClone(before), ignored: [], members: new MemberChange() }
  for (const { op, path, value } of operations) {
    const target = path === undefined ? undefined : findPath(type, path)
    if (path !== undefined && target === undefined)
      throw refuse('invalidPath', `There is no attribute “${path.slice(0, 100)}”`)
    if (target !== undefined && !('attributes' in target)) {
      if (target.attribute.name === 'members') read.members.apply(op, target.which, value)
      else applyAt(read.doc, op, target, value)
      continue
    }
    if (op === 'remove' || (target !== undefined && isUnset(value))) {
      if (target === undefined || target === type.core) throw refuse('noTarget', 'A whole resource is not removed so')
      delete read.doc[target.id]
      continue
    }
    if (!isObject(value)) throw refuse('invalidValue', 'Without a path, “value” is an object of attributes')
    const body = target === undefined || target === type.core ? value : { [target.id]: value }
    const members = Object.entries(body).find(([key]) => key.toLowerCase() === 'members')
    if (type.what === 'group' && members) read.members.apply(op, undefined, members[1])
    mergeInto(type, read, body, op)
  }
  checkRequired(type, read.doc)
  return read
}
