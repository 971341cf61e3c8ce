import type { SchemaPart } from './openapi.ts'

export interface DocumentedField {
  name: string
  type: string
  required: boolean
}

const deepest = 3

export function documentedFieldsOf(schema: SchemaPart, before = '', depth = 0): DocumentedField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, of]) => {
    const whole = plain(of)
    const list = whole.type === 'array'
    const inner = list ? plain(whole.items ?? {}) : whole
    const full = `${before}${name}${list ? '[]' : ''}`
    const field = { name: full, type: typeOf(of), required: schema.required?.includes(name) ?? false }
    return inner.properties && depth < deepest ? [field, ...documentedFieldsOf(inner, `${full}.`, depth + 1)] : [field]
  })
}

const plain = (schema: SchemaPart): SchemaPart => {
  const others = schema.anyOf?.filter(one => one.type !== 'null')
  return others?.length === 1 && others[0] ? others[0] : schema
}

function typeOf(schema: SchemaPart): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return oneOf(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items)}${bounds(schema.minItems, schema.maxItems, 'items')}`
  const type = [schema.type ?? 'any'].flat().join(' or ')
  if (schema.format) return schema.format === 'date-time' ? 'instant' : schema.format
  return `${type}${bounds(schema.minLength, schema.maxLength, 'characters')}${bounds(schema.minimum, schema.maximum, '')}`
}

const mostShown = 12

function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, mostShown).map(value => JSON.stringify(value))
  const more = values.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(' | ')
}

// Bounds that apply to every JSON number are not worth showing
const isBound = (number: number | undefined): number is number =>
  number !== undefined && Math.abs(number) < Number.MAX_SAFE_INTEGER

function bounds(least: number | undefined, most: number | undefined, of: string): string {
  const unit = of && ` ${of}`
  if (isBound(least) && isBound(most)) return `, ${least} to ${most}${unit}`
  if (isBound(most)) return `, at most ${most}${unit}`
  return isBound(least) && least > 0 ? `, at least ${least}${unit}` : ''
}
