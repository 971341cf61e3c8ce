import type {
  Mapping,
  MappingExpression,
  MappedText,
  MappingStep,
} from '@claviger/contract/directories/connections/mapping'
import { secretSet } from '@claviger/contract/people/users'
import { RE2JS } from 're2js'

export type Attributes = Readonly<Record<string, string | readonly string[] | boolean>>

export type MappedPerson = Partial<Record<MappedText, string>> & { roles?: string[] }

const longest = 2000
const mostValues = 200

export function mapPerson(mapping: Mapping, attributes: Attributes): MappedPerson {
  const person: MappedPerson = {}
  const named = byName(attributes)
  for (const { field, from } of mapping)
    if (field === 'roles') {
      // An attribute that wasn't sent is not a user without a role
      if (from.take === 'fixed' || from.of.some(name => named.has(name.toLowerCase())))
        person.roles = valuesOf(from, named).filter(value => value !== '')
    } else person[field] = (from.take === 'join' ? joined(from, named) : (valuesOf(from, named)[0] ?? '')).trim()
  return person
}

/** Attributes from which a mapping takes roles. */
export const roleAttributesIn = (mapping: Mapping): string[] =>
  mapping.flatMap(({ field, from }) => (field === 'roles' && from.take !== 'fixed' ? from.of : []))

/** States that these attributes have no value. */
export const withoutValues = (names: readonly string[]): Attributes => Object.fromEntries(names.map(name => [name, []]))

type Named = ReadonlyMap<string, readonly string[]>

const byName = (attributes: Attributes): Named =>
  new Map(
    Object.entries(attributes).map(([name, value]) => [
      name.toLowerCase(),
      (typeof value === 'object' ? value.slice(0, mostValues) : [String(value)]).map(one => one.slice(0, longest)),
    ]),
  )

function valuesOf(from: MappingExpression, named: Named): string[] {
  if (from.take === 'fixed') return from.of.slice(0, 1).map(value => stepped(value, from.steps))
  // Of several values, the first that the steps leave: proxyAddresses holds secondary addresses, too
  for (const name of from.of) {
    const isFilled = (value: string) => value.trim() !== ''
    const values = (named.get(name.toLowerCase()) ?? []).filter(isFilled)
    const left = values.map(value => stepped(value, from.steps)).filter(isFilled)
    if (left.length > 0) return left
  }
  return []
}

const joined = (from: MappingExpression, named: Named): string =>
  stepped(
    from.of
      .flatMap(name => (named.get(name.toLowerCase()) ?? []).slice(0, 1))
      .filter(value => value.trim() !== '')
      .join(from.with)
      .slice(0, longest),
    from.steps,
  )

function stepped(value: string, steps: readonly MappingStep[]): string {
  // A stored resource shows only that a secret exists
  if (value.includes(secretSet)) return secretSet
  let now = value
  for (const step of steps) {
    if (step.do === 'lower') now = now.toLowerCase()
    else if (step.do === 'before') now = now.split(step.text, 1)[0] ?? ''
    else if (step.do === 'after') now = now.startsWith(step.text) ? now.slice(step.text.length) : ''
    else now = patternOf(step.pattern).matcher(now).replaceAll(step.by).slice(0, longest)
  }
  return now
}

const compiled = new Map<string, RE2JS>()

function patternOf(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known) return known
  if (compiled.size >= 500) compiled.clear()
  const made = RE2JS.compile(pattern)
  compiled.set(pattern, made)
  return made
}

export function mappingWrong(mapping: Mapping): { field: string; reason: string } | undefined {
  for (const [at, { from }] of mapping.entries())
    for (const step of from.steps)
      if (step.do === 'replace')
        try {
          patternOf(step.pattern).matcher('').replaceAll(step.by)
        } catch (error) {
          return { field: `mapping.${at}.from`, reason: error instanceof Error ? error.message : String(error) }
        }
  return undefined
}
