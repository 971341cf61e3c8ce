import type { Endpoint, Schema } from '@claviger/contract/ground/endpoint'
import { problems } from '@claviger/contract/ground/problems'
import type { FastifyInstance } from 'fastify'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import type { World } from '../ground/world.ts'
import type { Bound } from './bind.ts'
import { docsPage } from './docs-page.ts'
import { forOperators } from './operators/operators.ts'
import { outputSchema } from './serialize.ts'

interface JsonSchema {
  type?: string
  properties?: Record<string, unknown>
  required?: string[]
  [key: string]: unknown
}

const inputSchema = (schema: Schema): JsonSchema => {
  const json = toJSONSchema(schema as unknown as $ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  delete json['$schema']
  return json
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
    requestId: { type: 'string' },
  },
}

function operation(endpoint: Endpoint): Record<string, unknown> {
  const input = inputSchema(endpoint.input)
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] as string)
  const fields = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name))
  const required = (input.required ?? []).filter(name => !inPath.includes(name))
  const asQuery = endpoint.method === 'GET'
  const refusals = Object.groupBy([...endpoint.fails, 'invalid-input' as const], code => String(problems[code].status))
  return {
    operationId: `${endpoint.feature}.${endpoint.call}`,
    tags: [endpoint.feature],
    summary: endpoint.summary,
    ...(endpoint.spec.length > 0 && { 'x-specification': endpoint.spec }),
    description: `Permission: ${endpoint.may}`,
    security: endpoint.may === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...inPath.map(name => ({
        name,
        in: 'path',
        required: true,
        schema: input.properties?.[name] ?? { type: 'string' },
      })),
      ...(asQuery
        ? fields.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
        : []),
    ],
    ...(!asQuery &&
      fields.length > 0 && {
        requestBody: {
          required: required.length > 0,
          content: {
            'application/json': { schema: { type: 'object', properties: Object.fromEntries(fields), required } },
          },
        },
      }),
    responses: {
      200: {
        description: 'Done',
        content:
          endpoint.answers === 'json'
            ? { 'application/json': { schema: outputSchema(endpoint.reply) } }
            : { '*/*': {} },
      },
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, codes = []]) => [
          status,
          {
            description: codes.map(code => `${code}: ${problems[code].says}`).join('; '),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  }
}

/** The whole contract as an OpenAPI 3.1 document. */
export function openApi(publicUrl: string, bounds: readonly Bound[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { endpoint } of bounds) {
    for (const path of [endpoint.path, ...endpoint.aliases]) {
      const methods = (paths[path] ??= {})
      methods[endpoint.method.toLowerCase()] = operation(endpoint)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Claviger',
      version: '0.1.0',
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
      schemas: { Problem: problemBody },
    },
  }
}

/** Serves the document and a page to read it, to operators alone where the service is public. Both are printed once, at first use. */
export function describe(app: FastifyInstance, world: World, bounds: readonly Bound[]): void {
  let text: string | undefined
  let page: string | undefined
  const onRequest = forOperators(world.config)
  app.get('/openapi.json', { onRequest }, (_request, reply) => {
    text ??= JSON.stringify(openApi(world.config.publicUrl, bounds))
    return reply.type('application/json; charset=utf-8').send(text)
  })
  app.get('/docs', { onRequest }, (_request, reply) => {
    page ??= docsPage(bounds)
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(page)
  })
}
