import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'

interface JsonSchema {
  type?: string
  format?: string
  pattern?: string
  minLength?: number
  minimum?: number
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

const byPattern: readonly [RegExp, string][] = [
  [/@/, 'somebody@company.example'],
  [/\\d\{6\}/, '000000'],
  [/data:image/, 'data:image/png;base64,iVBORw0KGgo='],
  [/\[A-Z\]\{2\}/, 'DE'],
  [/\+\?/, '+49'],
]

/** A value that matches a schema; every ID is `id`. */
function valueOf(schema: JsonSchema, id: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return valueOf(schema.anyOf[0], id)
  if (schema.allOf?.[0]) return valueOf(Object.assign({}, ...schema.allOf) as JsonSchema, id)
  if (schema.format === 'uuid') return id
  if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z'
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map(name => [name, valueOf(schema.properties?.[name] ?? {}, id)]),
      )
    case 'array':
      return []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case undefined:
    default:
      return (
        byPattern.find(([pattern]) => pattern.test(schema.pattern ?? ''))?.[1] ??
        'abcdefghijkl'.slice(0, Math.max(schema.minLength ?? 4, 4))
      )
  }
}

export const sampleInput = (endpoint: Endpoint, id: string): Record<string, unknown> =>
  valueOf(schemaOf(endpoint), id) as Record<string, unknown>

// Matrix tests request it ten thousand times
const schemas = new WeakMap<Endpoint, JsonSchema>()

function schemaOf(endpoint: Endpoint): JsonSchema {
  const known = schemas.get(endpoint)
  if (known) return known
  const how = { io: 'input', unrepresentable: 'any' } as const
  const made = toJSONSchema(endpoint.input as unknown as $ZodType, how) as JsonSchema
  schemas.set(endpoint, made)
  return made
}
