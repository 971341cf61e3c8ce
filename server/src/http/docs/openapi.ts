import type { Endpoint, Schema } from '@claviger/contract/platform/endpoint'
import { type ProblemCode, problems } from '@claviger/contract/platform/problems'
import { version } from '#platform/version.ts'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import type { BoundEndpoint } from '../bind.ts'

export interface SchemaPart {
  type?: string | string[]
  const?: unknown
  default?: unknown
  enum?: unknown[]
  anyOf?: SchemaPart[]
  oneOf?: SchemaPart[]
  properties?: Record<string, SchemaPart>
  required?: string[]
  items?: SchemaPart
  format?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

interface Content {
  content: Record<string, { schema: SchemaPart }>
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  deprecated?: true
  security: object[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: SchemaPart }[]
  requestBody?: Content & { required: boolean }
  responses: Record<string, Content & { description: string }>
}

export interface OpenApi {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Components; securitySchemes: object }
  info: object
}

type Components = Record<string, unknown>

/**
 * Converts to JSON Schema 2020-12, as in OpenAPI 3.1. Named schemas go to the components, because a document
 * has no other place for them.
 */
function schemaOf(schema: Schema, io: 'input' | 'output', name: string, components: Components): SchemaPart {
  const json = toJSONSchema(schema as unknown as $ZodType, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
    },
  }) as SchemaPart
  delete (json as { $schema?: string }).$schema
  const placed = (inner: string) => `${name}.${inner.replace(/^_+/, '')}`
  const text = JSON.stringify(json, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string'
      ? `#/components/schemas/${placed(value.replace('#/$defs/', ''))}`
      : value,
  )
  const { $defs = {}, ...whole } = JSON.parse(text) as SchemaPart & { $defs?: Record<string, unknown> }
  for (const [inner, one] of Object.entries($defs)) components[placed(inner)] = one
  return whole
}

const problemBody = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string', enum: Object.keys(problems) },
    fields: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
    work: {
      type: 'object',
      description: 'With proof-needed: find a number n so that SHA-256(salt + n) begins with so many zero bits',
      required: ['salt', 'bits'],
      properties: { salt: { type: 'string' }, bits: { type: 'integer' } },
    },
    reference: { type: 'string', description: 'With policy-refused: by which administrators find why' },
    unmet: {
      type: 'array',
      items: { type: 'string' },
      description: 'With policy-refused: what another sign-in must bring (pin, models, withinMinutes)',
    },
    requestId: { type: 'string' },
  },
}

const always = ['invalid-input', 'not-ready', 'unexpected'] as const
const whereSignedIn = ['not-signed-in', 'session-ended', 'api-key-refused', 'api-key-expired', 'not-permitted'] as const

function refusals(endpoint: Endpoint) {
  const codes: readonly ProblemCode[] = [
    ...endpoint.fails,
    ...(endpoint.may === 'public' ? [] : whereSignedIn),
    ...(endpoint.fresh ? (['verify-first'] as const) : []),
    ...(endpoint.limit ? (['too-many'] as const) : []),
    ...always,
  ]
  const byStatus = Object.groupBy(new Set(codes), code => String(problems[code].status))
  return Object.entries(byStatus).map(([status, same = []]) => [
    status,
    {
      description: same.map(code => `${code}: ${problems[code].says}`).join('; '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ])
}

const anyBytes = { type: 'string', format: 'binary' }

function answer(endpoint: Endpoint, name: string, components: Components) {
  if (endpoint.answers === 'html') return { 'text/html': { schema: { type: 'string' } } }
  if (endpoint.answers === 'file') return { '*/*': { schema: anyBytes } }
  return { 'application/json': { schema: schemaOf(endpoint.reply, 'output', `${name}.reply`, components) } }
}

const placesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] as string)

function operation(endpoint: Endpoint, path: string, as: string, components: Components): OpenApiOperation {
  const name = `${endpoint.feature}.${endpoint.call}`
  const input = schemaOf(endpoint.input, 'input', `${name}.input`, components)
  const inPath = placesIn(path)
  const shown = placesIn(as)
  const fields = Object.entries(input.properties ?? {}).filter(([field]) => !inPath.includes(field))
  const required = (input.required ?? []).filter(field => !inPath.includes(field))
  const asQuery = endpoint.method === 'GET'
  const alias = endpoint.aliases.indexOf(path)
  const body = { type: 'object', properties: Object.fromEntries(fields), ...(required.length > 0 && { required }) }
  return {
    operationId: alias < 0 ? name : `${name}.spelling${alias + 2}`,
    tags: [endpoint.feature],
    summary: endpoint.summary,
    ...(alias >= 0 && { deprecated: true }),
    ...(endpoint.spec.length > 0 && { 'x-specification': endpoint.spec }),
    description: `Permission: ${endpoint.may}${alias < 0 ? '' : `. Another spelling of ${endpoint.path}`}`,
    security: endpoint.may === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...inPath.map((field, place) => ({
        name: shown[place] ?? field,
        in: 'path' as const,
        required: true,
        schema: input.properties?.[field] ?? { type: 'string' },
      })),
      ...(asQuery
        ? fields.map(([field, schema]) => ({
            name: field,
            in: 'query' as const,
            required: required.includes(field),
            schema,
          }))
        : []),
    ],
    ...(!asQuery &&
      fields.length > 0 && {
        requestBody: {
          required: required.length > 0,
          content: {
            'application/json': { schema: body },
            ...(endpoint.takes === 'file' && { 'text/csv': { schema: anyBytes } }),
          },
        },
      }),
    responses: {
      200: { description: 'Done', content: answer(endpoint, name, components) },
      ...Object.fromEntries(refusals(endpoint)),
    },
  }
}

export function openApi(publicUrl: string, bounds: readonly BoundEndpoint[]): OpenApi {
  const paths: OpenApi['paths'] = {}
  const schemas: Components = { Problem: problemBody }
  // Paths that differ only in parameter names are the same path (OpenAPI 3.1.0, 4.8.8)
  const first = new Map<string, string>()
  for (const { endpoint } of bounds) {
    for (const path of [endpoint.path, ...endpoint.aliases]) {
      const shape = path.replaceAll(/\{\w+\}/g, '{}')
      const as = first.get(shape) ?? path
      first.set(shape, as)
      const methods = (paths[as] ??= {})
      methods[endpoint.method.toLowerCase()] = operation(endpoint, path, as, schemas)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Claviger',
      version,
      description:
        'Self-hosted passwordless identity service. Messages come in the language that Accept-Language asks for, else in English; codes are always the same.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The access token or an API key, raw or after Bearer',
        },
      },
      schemas,
    },
  }
}
