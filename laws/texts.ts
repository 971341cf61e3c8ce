import { parseSync } from 'vite'
import type { SourceFile } from './files.ts'

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

export interface Found {
  path: string
  line: number
  text: string
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** What stands directly inside a piece of syntax. */
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

/** The texts that an expression can become: both arms of a choice, the right side of a fallback. */
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

/** Starts like a sentence or holds several words, as opposed to a name on the wire, a class or an address. */
export const looksVisible = (value: string): boolean =>
  (/^\p{Lu}\p{Ll}/u.test(value) || /\p{L}{2,} \p{L}/u.test(value)) &&
  !/^(?:M\d|var\(|calc\(|https?:|[\w-]+\/[\w-]+|\p{Lu}\p{Ll}+\p{Lu}\w*$)/u.test(value)

/** The words that stand around values in a template. */
function aroundValues(node: unknown): string[] {
  if (!isNode(node) || node.type !== 'TemplateLiteral') return []
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  return quasis.length === 1 ? [] : quasis.map(({ value }) => value.cooked.trim())
}

export interface Reading {
  /** Functions whose first argument is a text, the second for those that begin with 2. */
  functions: readonly string[]
  /** Properties of tables whose values are texts. */
  properties: readonly string[]
}

/** Walks a file and hands over each text that is given to one of the named places. */
export function textsOf(file: SourceFile, reading: Reading): Found[] {
  const found: Found[] = []
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

/** Every literal of a file that looks visible, but for those in places that nobody reads. */
export function visibleIn(
  file: SourceFile,
  unseen: { functions: readonly string[]; properties: readonly string[] },
): Found[] {
  const found: Found[] = []
  const { program } = parseSync(file.path, file.text)
  // A table of names holds names, however short they are
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

/** Words between tags and in the named attributes that no text function has seen. */
export function bareIn(file: SourceFile, attributes: readonly string[]): Found[] {
  const found: Found[] = []
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
      // An act is a word on a button, or the name of one of ours
      const sure = name === 'act' ? looksVisible : (one: string) => /\p{L}{2}/u.test(one)
      if (attributes.includes(name)) for (const one of textsIn(node['value'])) if (sure(one)) add(node, one)
      if (attributes.includes(name))
        for (const one of aroundValues(isNode(node['value']) ? node['value']['expression'] : undefined))
          if (looksVisible(one)) add(node, one)
      // Other attributes hold names, not words; what is nested in them is looked at all the same
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
