import { canonicalText } from '@claviger/contract/platform/plain-text'
import { refuse } from '../protocol/scim-refusal.ts'
import { findPath, readPath, type AttributeTarget } from '../resource/path.ts'
import type { Attribute, ResourceType } from '../schemas/attribute.ts'
import { comparableValue, attributeNamed } from './test.ts'
import type { Comparison, ScimFilter, Value } from './filter-tree.ts'

/** An SQL condition on rows `r` with values for $1, $2, …; the first values may belong to another statement part. */
export interface SqlCondition {
  readonly text: string
  readonly values: readonly unknown[]
  readonly group?: string | undefined
}

/** Compiles a filter to SQL; all input becomes parameters, never text. @throws invalidFilter */
export function compileFilter(
  type: ResourceType,
  filter: ScimFilter,
  connection: string,
  before: readonly unknown[],
): SqlCondition {
  const compiler = new Compiler(type, connection, [...before])
  const all = filter.op === 'and' ? filter.of : [filter]
  const at = type.what === 'user' ? all.findIndex(one => groupNamed(type, one) !== undefined) : -1
  const named = all[at]
  if (!named) return { text: compiler.all(filter), values: compiler.values }
  const group = compiler.value(groupNamed(type, named))
  const rest = all.filter(one => one !== named).map(one => compiler.all(one))
  return { text: [compiler.knows(group), ...rest].join(' and '), values: compiler.values, group }
}

/** Names are stored in their canonical form and in lowercase. */
const nameKey = 'r.name_key'

function groupNamed(type: ResourceType, filter: ScimFilter): string | undefined {
  const one = filter.op === 'has' ? filter.of : filter
  if (one.op !== 'eq' || typeof one.value !== 'string' || !uuid.test(one.value)) return undefined
  const target = findPath(type, filter.op === 'has' ? `${filter.path}.${one.path}` : one.path)
  if (!target || 'attributes' in target) return undefined
  const { attribute, part, which, extension } = target
  const isGroup = attribute.name === 'groups' && !extension && !which && (part?.name ?? 'value') === 'value'
  return isGroup ? one.value.toLowerCase() : undefined
}

interface Operand {
  sql: string
  is: 'text' | 'boolean' | 'time' | 'id'
  exact: boolean
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

class Compiler {
  readonly values: unknown[]
  readonly #type: ResourceType
  readonly #connection: string

  constructor(type: ResourceType, connection: string, values: unknown[]) {
    this.#type = type
    this.#connection = connection
    this.values = values
  }

  all(filter: ScimFilter): string {
    if (filter.op === 'and' || filter.op === 'or')
      return `(${filter.of.map(one => this.all(one)).join(` ${filter.op} `)})`
    if (filter.op === 'not') return `not coalesce(${this.all(filter.of)}, false)`
    if (filter.op !== 'has') return this.#compare(filter)
    const { attribute, extension } = this.#known(filter.path)
    if (!attribute.multiValued) throw refuse('invalidFilter', `“${attribute.name}” has one value only`)
    return this.#among({ attribute, extension }, each => this.#inside(attribute, each, filter.of))
  }

  value(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  knows(group: string): string {
    return `exists (select from scim_resources o where o.workspace_id = current_workspace()
      and o.connection_id = ${this.value(this.#connection)}::uuid and o.what = 'group' and o.id = ${group}::uuid and o.gone_at is null)`
  }

  #known(path: string): AttributeTarget {
    const target = readPath(this.#type, path, 'invalidFilter')
    const isSecret = target.attribute.mutability === 'writeOnly' || target.attribute.returned === 'never'
    if (isSecret) throw refuse('invalidFilter', `“${target.attribute.name}” can be written only`)
    if (target.which) throw refuse('invalidFilter', `“${path.slice(0, 100)}” cannot be compared`)
    return target
  }

  #compare(filter: Exclude<ScimFilter, { op: 'and' | 'or' | 'not' | 'has' }>): string {
    const target = this.#known(filter.path)
    const { attribute, part } = target
    if (attribute.multiValued) {
      const inner = part?.name ?? 'value'
      if (attribute.name === 'schemas') return this.#schemas(filter)
      if (attribute.name === 'emails' && inner === 'value' && filter.op === 'eq' && typeof filter.value === 'string')
        return `r.id in (select scim_by_email(${this.value(this.#connection)}::uuid, ${this.value(filter.value.toLowerCase())}))`
      return this.#among(target, each => this.#inside(attribute, each, { ...filter, path: inner }))
    }
    if (attribute.type === 'complex' && !part && filter.op !== 'pr') {
      const value = attribute.subAttributes?.find(one => one.name === 'value')
      if (!value) throw refuse('invalidFilter', `“${attribute.name}” has parts: name one of them`)
      return this.#asked(operandOf({ ...target, part: value }), value, filter)
    }
    return this.#asked(operandOf(target), part ?? attribute, filter)
  }

  #among(
    { attribute, extension }: Pick<AttributeTarget, 'attribute' | 'extension'>,
    condition: (each: string) => string,
  ): string {
    if (attribute.name === 'groups' || attribute.name === 'members') {
      const [own, other, table] =
        attribute.name === 'groups' ? ['user_id', 'group_id', 'group'] : ['group_id', 'user_id', 'user']
      return `exists (select from group_members m join scim_resources o on o.workspace_id = m.workspace_id
        and o.connection_id = r.connection_id and o.what = '${table}' and o.id = m.${other} and o.gone_at is null
        where m.workspace_id = current_workspace() and m.${own} = r.id and ${condition('member')})`
    }
    const at = extension
      ? `r.doc -> ${literal(extension.id)} -> ${literal(attribute.name)}`
      : `r.doc -> ${literal(attribute.name)}`
    return `exists (select from jsonb_array_elements(case jsonb_typeof(${at}) when 'array' then ${at} else '[]' end) e(v) where ${condition('e.v')})`
  }

  #inside(attribute: Attribute, each: string, filter: ScimFilter): string {
    if (filter.op === 'and' || filter.op === 'or')
      return `(${filter.of.map(one => this.#inside(attribute, each, one)).join(` ${filter.op} `)})`
    if (filter.op === 'not') return `not coalesce(${this.#inside(attribute, each, filter.of)}, false)`
    if (filter.op === 'has') throw refuse('invalidFilter', 'A value of several has no further ones in it')
    const part = attributeNamed(attribute, filter.path)
    return this.#asked(each === 'member' ? memberOperand(part) : partOperand(each, part), part, filter)
  }

  #schemas(filter: { op: string; value?: Value }): string {
    const urn = typeof filter.value === 'string' ? filter.value : ''
    if (filter.op === 'pr') return 'true'
    if (filter.op !== 'eq') throw refuse('invalidFilter', '“schemas” is compared by “eq” only')
    return urn.toLowerCase() === this.#type.core.id.toLowerCase() ? 'true' : `r.doc ? ${this.value(urn)}::text`
  }

  #asked(
    operand: Operand,
    attribute: Attribute,
    filter: Exclude<ScimFilter, { op: 'and' | 'or' | 'not' | 'has' }>,
  ): string {
    if (filter.op === 'pr') return `${operand.sql} is not null`
    const value = comparableValue(attribute, filter.value)
    if (value === null) return nullCheck(operand.sql, filter.op)
    if (operand.is === 'boolean') {
      if (typeof value !== 'boolean' || (filter.op !== 'eq' && filter.op !== 'ne'))
        throw refuse('invalidFilter', `“${attribute.name}” is compared by “eq” and “ne” with true or false`)
      return `${operand.sql} ${filter.op === 'eq' ? '=' : 'is distinct from'} ${this.value(value)}::boolean`
    }
    if (operand.is === 'time') return this.#time(operand.sql, attribute, filter.op, value)
    const written = operand.sql === nameKey ? canonicalText(String(value)) : String(value)
    const text = operand.exact ? written : written.toLowerCase()
    if (text.includes('\0')) throw refuse('invalidFilter', 'The filter holds a character that cannot be kept')
    if (operand.is === 'id') {
      if (filter.op === 'eq') return uuid.test(text) ? `${operand.sql} = ${this.value(text)}::uuid` : 'false'
      return textual(`${operand.sql}::text`, filter.op, this.value(text))
    }
    return textual(operand.sql, filter.op, this.value(text))
  }

  #time(sql: string, attribute: Attribute, op: Comparison, value: Value): string {
    const sign = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' }[op as 'eq']
    const at = typeof value === 'string' ? new Date(value) : new Date(Number.NaN)
    if (!sign || Number.isNaN(at.getTime()))
      throw refuse('invalidFilter', `“${attribute.name}” is compared with a time such as "2026-01-31T08:00:00Z"`)
    return `date_trunc('milliseconds', ${sql}) ${sign} ${this.value(at)}::timestamptz`
  }
}

function nullCheck(sql: string, op: Comparison): string {
  if (op === 'eq') return `${sql} is null`
  if (op === 'ne') return `${sql} is not null`
  throw refuse('invalidFilter', 'null is compared by “eq” and “ne” only')
}

function textual(sql: string, op: Comparison, value: string): string {
  const text = `${value}::text`
  const conditions: Record<Comparison, string> = {
    eq: `${sql} = ${text}`,
    ne: `${sql} is distinct from ${text}`,
    co: `position(${text} in ${sql}) > 0`,
    sw: `starts_with(${sql}, ${text})`,
    ew: `right(${sql}, length(${text})) = ${text}`,
    gt: `${sql} > ${text} collate "C"`,
    ge: `${sql} >= ${text} collate "C"`,
    lt: `${sql} < ${text} collate "C"`,
    le: `${sql} <= ${text} collate "C"`,
  }
  return conditions[op]
}

export function operandOf({ extension, attribute, part }: AttributeTarget): Operand {
  if (!extension) {
    if (attribute.name === 'id') return { sql: 'r.id', is: 'id', exact: false }
    if (attribute.name === 'externalId') return { sql: 'r.external_id', is: 'text', exact: true }
    if (attribute.name === 'userName' || (attribute.name === 'displayName' && attribute.required))
      return { sql: nameKey, is: 'text', exact: false }
    if (attribute.name === 'active') return { sql: 'r.active', is: 'boolean', exact: false }
    if (attribute.name === 'meta') return metaOperand(part)
  }
  const path = [...(extension ? [extension.id] : []), attribute.name, ...(part ? [part.name] : [])]
  const leaf = part ?? attribute
  // Complex attributes support only the presence test
  const sql = `(r.doc #>> array[${path.map(literal).join(', ')}])`
  return shaped(sql, leaf)
}

const shaped = (sql: string, { type, caseExact }: Attribute): Operand =>
  type === 'boolean'
    ? { sql: `${sql}::boolean`, is: 'boolean', exact: false }
    : { sql: caseExact ? sql : `lower(${sql})`, is: 'text', exact: caseExact }

const partOperand = (each: string, part: Attribute): Operand => shaped(`(${each} ->> ${literal(part.name)})`, part)

function memberOperand(part: Attribute): Operand {
  if (part.name === 'value') return { sql: 'o.id', is: 'id', exact: false }
  if (part.name === 'display') return { sql: `lower(o.doc ->> 'displayName')`, is: 'text', exact: false }
  throw refuse('invalidFilter', `“${part.name}” of members and groups cannot be compared`)
}

function metaOperand(part: Attribute | undefined): Operand {
  if (part?.name === 'created') return { sql: 'r.created_at', is: 'time', exact: true }
  if (part?.name === 'lastModified') return { sql: 'r.modified_at', is: 'time', exact: true }
  if (part?.name === 'resourceType')
    return { sql: `case r.what when 'user' then 'User' else 'Group' end`, is: 'text', exact: true }
  if (part?.name === 'version') return { sql: `'W/"' || r.version || '"'`, is: 'text', exact: true }
  throw refuse('invalidFilter', 'Of “meta”, only created, lastModified, resourceType and version can be compared')
}

export function orderOf(type: ResourceType, path: string): string {
  const target = readPath(type, path, 'invalidValue')
  const { attribute, part, extension } = target
  const isSecret = attribute.mutability === 'writeOnly' || attribute.returned === 'never'
  if (isSecret || target.which) throw refuse('invalidValue', `The list cannot be sorted by “${path.slice(0, 100)}”`)
  if (!attribute.multiValued) {
    const value = attribute.type === 'complex' && !part ? attribute.subAttributes?.[0] : part
    return attribute.name === 'meta' && !part ? 'r.modified_at' : operandOf({ ...target, part: value }).sql
  }
  if (['groups', 'members', 'schemas'].includes(attribute.name))
    throw refuse('invalidValue', `The list cannot be sorted by “${attribute.name}”`)
  const at = extension
    ? `r.doc -> ${literal(extension.id)} -> ${literal(attribute.name)}`
    : `r.doc -> ${literal(attribute.name)}`
  return `(select lower(e.v ->> ${literal(part?.name ?? 'value')})
    from jsonb_array_elements(case jsonb_typeof(${at}) when 'array' then ${at} else '[]' end) with ordinality e(v, n)
    order by (e.v ->> 'primary') is not distinct from 'true' desc, n limit 1)`
}
