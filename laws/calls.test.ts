import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { post } from '@claviger/contract/platform/endpoint'
import { permissions } from '@claviger/contract/platform/permissions'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import * as z from 'zod/mini'
import { endpoints } from './contract.ts'
import { law } from './law.ts'

interface JsonSchema {
  type?: string
  maxLength?: number
  maxItems?: number
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

const shortFormats = new Set(['uuid', 'date-time', 'date', 'ipv4', 'ipv6'])

function unbounded(schema: JsonSchema, at: string): string[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => unbounded(field, `${at}.${name}`)),
    ...(schema.anyOf ?? []).flatMap(option => unbounded(option, at)),
    ...(schema.allOf ?? []).flatMap(part => unbounded(part, at)),
    ...(schema.items ? unbounded(schema.items, `${at}[]`) : []),
  ]
  if (schema.type === 'array' && schema.maxItems === undefined) inside.push(`${at} (list)`)
  const closed =
    schema.enum ?? schema.const ?? schema.maxLength ?? (shortFormats.has(schema.format ?? '') ? true : undefined)
  const counted = schema.pattern !== undefined && /^\^[^*+]*\$$/.test(schema.pattern)
  if (schema.type === 'string' && closed === undefined && !counted) inside.push(`${at} (text)`)
  return inside
}

const inputOf = (endpoint: Endpoint) =>
  toJSONSchema(endpoint.input as unknown as $ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const named = (endpoint: Endpoint) => `${endpoint.feature}.${endpoint.call}`
const made = (input: z.ZodMiniType, may: Endpoint['may'] = 'self', limit?: Endpoint['limit']) =>
  post('/x', { summary: 'x', input, reply: z.object({}), may, ...(limit && { limit }) })

const all = await endpoints()

law('each text and list of an input has a maximum size', {
  because: 'A text without a maximum accepts 40 MB.',
  over: all,
  guilty(endpoint) {
    const found = unbounded(inputOf(endpoint), named(endpoint))
    return found.length > 0 && found.join(', ')
  },
  bites: made(z.object({ name: z.string() })),
  passes: made(z.object({ name: z.string().check(z.maxLength(10)) })),
})

law('each call declares its permission', {
  because: 'A call without a permission is open to everyone.',
  over: all,
  guilty: endpoint => !permissions.includes(endpoint.may) && named(endpoint),
  bites: made(z.object({}), 'anybody' as Endpoint['may']),
  passes: made(z.object({})),
})

law('each call without a session has a rate limit', {
  because: 'Strangers can call it a million times.',
  over: all,
  guilty: endpoint =>
    ['public', 'interim', 'enrolling'].includes(endpoint.may) && endpoint.limit === undefined && named(endpoint),
  bites: made(z.object({}), 'public'),
  passes: made(z.object({}), 'public', 'lookup'),
})

law('a method and path are declared once', {
  because: 'With two declarations, which one answers depends on their order.',
  over: [
    all.flatMap(endpoint =>
      [endpoint.path, ...endpoint.aliases].map(
        path => `${endpoint.method} ${path.replace(/\{\w+\}/g, '{}').toLowerCase()}`,
      ),
    ),
  ],
  guilty: addresses => addresses.filter((address, place) => addresses.indexOf(address) !== place).join(', ') || false,
  bites: ['GET /a', 'GET /a'],
  passes: ['GET /a', 'PUT /a'],
})

const nouns = new Set(all.map(endpoint => endpoint.feature))

law('the nouns that a call changes exist', {
  because: "The console doesn't refresh a noun that is misspelled here.",
  over: all,
  guilty: endpoint => {
    const unknown = endpoint.touches.filter(noun => !nouns.has(noun) || noun === endpoint.feature)
    return unknown.length > 0 && `${named(endpoint)} touches ${unknown.join(', ')}`
  },
  bites: { ...made(z.object({})), touches: ['no-such-noun'] },
  passes: made(z.object({})),
})
