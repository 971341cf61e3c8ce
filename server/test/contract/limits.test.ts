import { id, listOf } from '@claviger/contract/platform/fields'
import { describe, expect, test } from 'vitest'
import { features } from '../../src/features.ts'

// Exceeds every fixed limit of the contract by one. The refusal must name the limit or have a message of
// its own; without one it would say "Invalid input".

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
  const own = checks.flatMap(({ _zod: { def } }): Limit[] =>
    def.check === 'max_length' && def.maximum !== undefined && def.maximum <= largest
      ? [{ path, schema, most: def.maximum }]
      : [],
  )
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

const oneMore = ({ schema, most }: Limit): unknown =>
  schema._zod.def.type === 'array' ? Array.from({ length: most + 1 }, () => '0') : '0'.repeat(most + 1)

describe('every list limit of a call', () => {
  test('is found', () => {
    expect(all.length).toBeGreaterThan(500)
  })

  test('is named when one entry more is refused', () => {
    const silent = all.flatMap(limit => {
      const issues = limit.schema.safeParse(oneMore(limit)).error?.issues ?? []
      const said = issues.filter(one => one.code === 'too_big')
      return said.length > 0 && said.every(one => one.message !== 'Invalid input')
        ? []
        : [`${limit.path} (${limit.most})`]
    })
    expect(silent).toEqual([])
  })
})

test('a list in one of several forms names its limit, too', () => {
  const issues = (listOf(id, 3) as unknown as Node).safeParse(Array.from({ length: 4 }, () => crypto.randomUUID()))
    .error?.issues
  expect(issues?.map(one => one.message)).toEqual(['Enter at most 3 entries'])
})
