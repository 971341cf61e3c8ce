import { parseSync } from 'vite'
import type { SourceFile } from './files.ts'

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

export interface FoundText {
  path: string
  line: number
  text: string
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const inside = (node: Node): Node[] =>
  Object.values(node)
    .flatMap(value => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)

const text = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  const quasis = node['quasis'] as { value: { cooked: string } }[] | undefined
  return node.type === 'TemplateLiteral' && quasis?.length === 1 ? quasis[0]?.value.cooked : undefined
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'JSXNamespacedName') return `${nameOf(node['namespace'])}:${nameOf(node['name'])}`
  if (node.type === 'MemberExpression') return nameOf(node['property'])
  const name = node['name'] ?? node['value']
  return typeof name === 'string' ? name : ''
}

/** Possible texts of an expression: both branches of a conditional, right side of a fallback. */
function textsIn(node: unknown): string[] {
  const own = text(node)
  if (own !== undefined) return [own]
  if (!isNode(node)) return []
  if (node.type === 'ConditionalExpression') return [...textsIn(node['consequent']), ...textsIn(node['alternate'])]
  if (node.type === 'LogicalExpression') return [...textsIn(node['left']), ...textsIn(node['right'])]
  if (['ParenthesizedExpression', 'TSAsExpression', 'JSXExpressionContainer'].includes(node.type))
    return textsIn(node['expression'])
  return []
}

/** Starts like a sentence or has several words, unlike an API name, a CSS class, or an address. */
export const looksVisible = (value: string): boolean =>
  (/^\p{Lu}\p{Ll}/u.test(value) || /\p{L}{2,} \p{L}/u.test(value)) &&
  !/^(?:M\d|var\(|calc\(|https?:|[\w-]+\/[\w-]+|\p{Lu}\p{Ll}+\p{Lu}\w*$)/u.test(value)

function aroundValues(node: unknown): string[] {
  if (!isNode(node) || node.type !== 'TemplateLiteral') return []
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  return quasis.length === 1 ? [] : quasis.map(({ value }) => value.cooked.trim())
}

export interface ReadingRules {
  /** Functions whose first argument is a text; the second if the name starts with 2. */
  functions: readonly string[]
  properties: readonly string[]
}

/** Finds all texts passed to the named functions and properties. */
export function textsOf(file: SourceFile, reading: ReadingRules): FoundText[] {
  const found: FoundText[] = []
  const { program } = parseSync(file.path, file.text)
  const add = (node: Node, texts: readonly string[]) => {
    const line = file.text.slice(0, node.start).split('\n').length
    for (const one of texts) found.push({ path: file.path, line, text: one })
  }
  const walk = (node: Node) => {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const given = node['arguments'] as unknown[]
      const called = nameOf(node['callee'])
      if (reading.functions.includes(called)) add(node, textsIn(given[0]))
      if (reading.functions.includes(`2 ${called}`)) add(node, textsIn(given[1]))
    }
    if (node.type === 'Property' && reading.properties.includes(nameOf(node['key']))) add(node, textsIn(node['value']))
    if (node.type === 'VariableDeclarator' && reading.properties.includes(nameOf(node['id'])))
      add(node, textsIn(node['init']))
    if (node.type === 'JSXOpeningElement' && nameOf(node['name']) === 'Trans')
      for (const one of node['attributes'] as Node[]) if (nameOf(one['name']) === 'id') add(one, textsIn(one['value']))
    inside(node).forEach(walk)
  }
  walk(program as unknown as Node)
  return found
}

/** All literals that look user-visible, except at known invisible places. */
export function visibleTextsIn(
  file: SourceFile,
  unseen: { functions: readonly string[]; properties: readonly string[] },
): FoundText[] {
  const found: FoundText[] = []
  const { program } = parseSync(file.path, file.text)
  // Tables of names contain texts of any length
  const walk = (node: Node, named = false) => {
    if (/^(?:Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type)) return
    const table = named || (node.type === 'VariableDeclarator' && nameOf(node['id']).endsWith('Names'))
    if (node.type === 'CallExpression' || node.type === 'NewExpression')
      if (unseen.functions.includes(nameOf(node['callee']))) return
    if (node.type === 'Property' && unseen.properties.includes(nameOf(node['key']))) return
    if (node.type === 'Property') return walk(node['value'] as Node, table)
    const own = text(node)
    if (own !== undefined && (table || looksVisible(own)))
      found.push({ path: file.path, line: file.text.slice(0, node.start).split('\n').length, text: own })
    inside(node).forEach(one => walk(one, table))
  }
  walk(program as unknown as Node)
  return found
}

/** Words in JSX content and in the named attributes that are not passed to a text function. */
export function bareTextsIn(file: SourceFile, attributes: readonly string[]): FoundText[] {
  const found: FoundText[] = []
  const { program } = parseSync(file.path, file.text)
  const add = (node: Node, one: string) =>
    found.push({ path: file.path, line: file.text.slice(0, node.start).split('\n').length, text: one })
  const walk = (node: Node) => {
    if (node.type === 'JSXText') {
      const words = String(node['value']).replaceAll(/\s+/g, ' ').trim()
      if (/\p{L}{2}/u.test(words)) add(node, words)
    }
    if (node.type === 'JSXExpressionContainer')
      for (const one of [...textsIn(node), ...aroundValues(node['expression'])]) if (looksVisible(one)) add(node, one)
    if (node.type === 'CallExpression' && nameOf(node['callee']) === 'toast')
      for (const one of textsIn((node['arguments'] as unknown[])[1])) if (looksVisible(one)) add(node, one)
    if (node.type === 'JSXAttribute') {
      const name = nameOf(node['name'])
      // `act` contains either a button label or one of our action names
      const sure = name === 'act' ? looksVisible : (one: string) => /\p{L}{2}/u.test(one)
      if (attributes.includes(name)) for (const one of textsIn(node['value'])) if (sure(one)) add(node, one)
      if (attributes.includes(name))
        for (const one of aroundValues(isNode(node['value']) ? node['value']['expression'] : undefined))
          if (looksVisible(one)) add(node, one)
      // Other attributes contain names, not words; nested nodes are still searched
      const value = node['value']
      if (isNode(value))
        inside(value)
          .filter(one => text(one) === undefined)
          .forEach(walk)
      return
    }
    inside(node).forEach(walk)
  }
  walk(program as unknown as Node)
  return found
}
