import type { Schema } from '@claviger/contract/platform/endpoint'
import fastJson, { type Schema as FastJsonSchema } from 'fast-json-stringify'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'

type JsonSchema = Record<string, unknown> & { anyOf?: JsonSchema[]; type?: string }

export function outputSchema(schema: Schema): JsonSchema {
  const json = toJSONSchema(schema as unknown as $ZodType, {
    io: 'output',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const node = jsonSchema as JsonSchema
      if (zodSchema._zod.def.type === 'date') Object.assign(node, { type: 'string', format: 'date-time' })
      // Omit undeclared fields instead of failing on them
      if (node['additionalProperties'] === false) delete node['additionalProperties']
      const [first, second] = node.anyOf ?? []
      if (node.anyOf?.length === 2 && second?.type === 'null' && first?.type) {
        delete node.anyOf
        Object.assign(node, first, { nullable: true })
      }
    },
  }) as JsonSchema
  delete json['$schema']
  return json
}

type Write = (value: unknown) => string

// Building one takes milliseconds, and a process can have several servers
const writers = new WeakMap<Schema, Write>()

/** Serializes only declared fields. Built at first use. @throws if a required field is missing */
export function serializerOf(schema: Schema): Write {
  let write: Write | undefined
  return value => {
    write ??= writers.get(schema) ?? buildWriter(schema)
    return write(value)
  }
}

function buildWriter(schema: Schema): Write {
  const write: Write = fastJson(outputSchema(schema) as FastJsonSchema)
  writers.set(schema, write)
  return write
}
