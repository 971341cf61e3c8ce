import type { ScimFilter } from '../filter/filter-tree.ts'
import { refuse } from '../protocol/scim-refusal.ts'
import { isObject, isUnset } from '../resource/complex-values.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export class MemberChange {
  whole = false
  add = new Set<string>()
  remove = new Set<string>()

  get isAny(): boolean {
    return this.whole || this.add.size > 0 || this.remove.size > 0
  }

  apply(op: 'add' | 'replace' | 'remove', which: ScimFilter | undefined, value: unknown): void {
    if (which) {
      if (op !== 'remove') throw refuse('mutability', 'A member is added or removed, not changed')
      this.#take(named(which))
    } else if (op === 'remove') {
      if (isUnset(value)) this.#all([])
      else this.#take(membersIn(value))
    } else if (op === 'replace') this.#all(membersIn(value))
    else
      for (const id of membersIn(value)) {
        this.remove.delete(id)
        this.add.add(id)
      }
    if (this.add.size > parserLimits.scimMembers)
      throw refuse('invalidValue', `At most ${parserLimits.scimMembers} members at once`)
  }

  #take(ids: readonly string[]): void {
    for (const id of ids) {
      this.add.delete(id)
      if (!this.whole) this.remove.add(id)
    }
  }

  #all(ids: readonly string[]): void {
    this.whole = true
    this.add = new Set(ids)
    this.remove = new Set()
  }
}

/** IDs of the members in a request. @throws invalidValue */
export function membersIn(value: unknown): string[] {
  if (isUnset(value)) return []
  const all: unknown[] = Array.isArray(value) ? value : [value]
  if (all.length > parserLimits.scimMembers)
    throw refuse('invalidValue', `At most ${parserLimits.scimMembers} members at once`)
  return all.map(one =>
    idIn(isObject(one) ? Object.entries(one).find(([key]) => key.toLowerCase() === 'value')?.[1] : one),
  )
}

function idIn(value: unknown): string {
  if (typeof value === 'string' && uuid.test(value)) return value.toLowerCase()
  throw refuse('invalidValue', `There is no member “${String(value).slice(0, 60)}”`)
}

/** Members named by a filter: `value eq "…"`, joined with `or`. */
function named(which: ScimFilter): string[] {
  if (which.op === 'or') return which.of.flatMap(named)
  if (which.op === 'eq' && which.path.toLowerCase() === 'value') return [idIn(which.value)]
  throw refuse('invalidFilter', 'Members are named by members[value eq "…"]')
}
