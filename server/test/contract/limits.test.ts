import { id, listOf } from '@claviger/contract/platform/fields'
import { describe, expect, test } from 'vitest'
import { features } from '../../src/features.ts'

// Exceeds every fixed limit of the contract by one. The refusal must name the limit.

interface Def {
  type?: string
  checks?: { _zod: { def: { check?: string; maximum?: number; value?: number; inclusive?: boolean } } }[]
  shape?: Record<string, Node>
  element?: Node
  innerType?: Node
  options?: Node[]
  in?: Node
  out?: Node
  valueType?: Node
  items?: Node[]
}
interface Issue {
  code?: string
  message: string
  errors?: Issue[][]
}
interface Node {
  _zod: { def: Def }
  safeParse(value: unknown): { error?: { issues: Issue[] } }
}

interface Limit {
  readonly path: string
  readonly schema: Node
  readonly most: number
}

const largest = 1_000_000

function limitsOf(schema: Node | undefined, path: string, seen = new Set<Node>()): Limit[] {
  if (!schema || seen.has(schema)) return []
  seen.add(schema)
  const {
    checks = [],
    shape = {},
    element,
    innerType,
    options = [],
    in: first,
    out,
    valueType,
    items = [],
  } = schema._zod.def
  const own = checks.flatMap(({ _zod: { def } }): Limit[] => {
    if (def.check === 'max_length' && def.maximum !== undefined && def.maximum <= largest)
      return [{ path, schema, most: def.maximum }]
    return def.check === 'less_than' && typeof def.value === 'number' ? [{ path, schema, most: def.value }] : []
  })
  const inside: [string, Node | undefined][] = [
    ...Object.entries(shape).map(([name, one]): [string, Node] => [`.${name}`, one]),
    ['[]', element],
    ['', innerType],
    ...options.map((one, place): [string, Node] => [`|${place}`, one]),
    ['', first],
    ['', out],
    ['{}', valueType],
    ...items.map((one, place): [string, Node] => [`[${place}]`, one]),
  ]
  return [...own, ...inside.flatMap(([name, one]) => limitsOf(one, `${path}${name}`, seen))]
}

const all = features.flatMap(({ endpoint }) =>
  limitsOf(endpoint.input as unknown as Node, `${endpoint.feature}.${endpoint.call}`),
)

function oneMore({ schema, most }: Limit): unknown {
  const { type } = schema._zod.def
  if (type === 'array') return Array.from({ length: most + 1 }, () => '0')
  return type === 'string' ? '0'.repeat(most + 1) : most + 1
}

/** Kinds that have numbers: one more than the last is none. */
const isKind = /^(?:named-lists\.create\.type|workflows\..*(?:\.type|\.settings\.attribute))$/
/** A picture is limited by its bytes, and its text by those in Base64. */
const namedAs = (most: number) => [
  String(most),
  most.toLocaleString('en'),
  ...(most === 90_000 ? ['64 KB'] : []),
  `${most / 1_000_000} MB`,
]

describe('every limit of a call', () => {
  test('is found', () => {
    expect(all.filter(({ schema }) => schema._zod.def.type === 'number').length).toBeGreaterThan(400)
    expect(all.filter(({ schema }) => schema._zod.def.type !== 'number').length).toBeGreaterThan(2000)
  })

  test('is named when one more is refused', () => {
    const silent = all.flatMap(limit => {
      const issues = limit.schema.safeParse(oneMore(limit)).error?.issues ?? []
      const said = issues.filter(one => one.code === 'too_big')
      const isNamed = (message: string) => namedAs(limit.most).some(one => message.includes(one))
      return isKind.test(limit.path) || (said.length > 0 && said.every(one => isNamed(one.message)))
        ? []
        : [`${limit.path} (${limit.most}): ${said.map(one => one.message).join(' ')}`]
    })
    expect(silent).toEqual([])
  })
})

test('a list in one of several forms names its limit, too', () => {
  const issues = (listOf(id, 3) as unknown as Node).safeParse(Array.from({ length: 4 }, () => crypto.randomUUID()))
    .error?.issues
  expect(issues?.map(one => one.message)).toEqual(['Enter at most 3 entries'])
})
