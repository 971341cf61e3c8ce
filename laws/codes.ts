import { parseSync } from 'vite'
import type { SourceFile } from './files.ts'

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/** A number in place of a constant of the contract. */
export interface BareCode {
  path: string
  line: number
  /** Offset of the number in the file. */
  start: number
  /** Field or column, for example `status`. */
  field: string
  code: number
}

/** Fields and columns whose numbers are codes; HTTP statuses have three digits and are not. */
const fields = [
  'status|role|type|kind|state|protocol|action|verification|execution|source|activation|mode|phase|what',
  'accountRole|workspaceRole|workspaceType|workspaceStatus|defaultAction|credentialStorage',
  'default_action|credential_storage|workspace_role|workspace_type|workspace_status|status_before',
  'phone_verification|card_verification',
].join('|')
const isField = (name: string) => new RegExp(`^(?:\\w+\\.)?(?:${fields})$`).test(name)
const compared = new RegExp(
  String.raw`\b(${fields}) ?(?:(?:=|<>|!=|is (?:not )?distinct from) ?(\d{1,2})\b|(?:not )?in \((\d{1,2}\b[\d, ]*))`,
  'dg',
)

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const inside = (node: Node): Node[] =>
  Object.values(node)
    .flatMap(value => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)

const wrappers = new Set(['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'ChainExpression'])
const bare = (node: unknown): unknown => (isNode(node) && wrappers.has(node.type) ? bare(node['expression']) : node)

interface NumberAt {
  start: number
  code: number
}

/** Numbers that an expression can be. */
function codesIn(given: unknown): NumberAt[] {
  const node = bare(given)
  if (!isNode(node)) return []
  if (node.type === 'Literal')
    return typeof node['value'] === 'number' && node['value'] < 100 ? [{ start: node.start, code: node['value'] }] : []
  if (node.type === 'ConditionalExpression') return [...codesIn(node['consequent']), ...codesIn(node['alternate'])]
  if (node.type === 'LogicalExpression') return codesIn(node['right'])
  if (node.type === 'AssignmentPattern') return codesIn(node['right'])
  if (node.type === 'ArrayExpression') return (node['elements'] as unknown[]).flatMap(codesIn)
  return []
}

function nameOf(given: unknown): string {
  const node = bare(given)
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node['property'])
  if (node.type === 'LogicalExpression') return nameOf(node['left'])
  const name = node['name'] ?? node['value']
  return typeof name === 'string' ? name : ''
}

type Pair = readonly [field: unknown, code: unknown]

/** Each field of a node with the expression that it is compared with or set to. */
function pairsOf(node: Node): readonly Pair[] {
  switch (node.type) {
    case 'BinaryExpression':
      return node['operator'] === '===' || node['operator'] === '!=='
        ? [
            [node['left'], node['right']],
            [node['right'], node['left']],
          ]
        : []
    case 'LogicalExpression':
      return node['operator'] === '??' ? [[node['left'], node['right']]] : []
    case 'Property':
      return [[node['key'], node['value']]]
    case 'VariableDeclarator':
      return [[node['id'], node['init']]]
    case 'AssignmentPattern':
      return [[node['left'], node['right']]]
    case 'SwitchStatement':
      return (node['cases'] as Node[]).map(one => [node['discriminant'], one['test']])
    case 'CallExpression': {
      const [first, , third] = node['arguments'] as unknown[]
      const callee = node['callee'] as Node
      return nameOf(callee) === 'includes' ? [[first, callee['object']]] : [[first, third]]
    }
    default:
      return []
  }
}

// Only the server holds SQL
function textOf(node: Node, { path, text }: SourceFile): string {
  if (/^(?:console|contract)\//.test(path)) return ''
  const isText = node.type === 'TemplateElement' || (node.type === 'Literal' && typeof node['value'] === 'string')
  return isText ? text.slice(node.start, node['end'] as number) : ''
}

/** Bare code numbers in TypeScript and in the SQL of its texts. */
export function bareCodesOf(file: SourceFile): BareCode[] {
  const found = new Map<number, BareCode>()
  const add = (field: string, { start, code }: NumberAt) =>
    found.set(start, { path: file.path, line: file.text.slice(0, start).split('\n').length, start, field, code })
  const walk = (node: Node): void => {
    for (const [left, right] of pairsOf(node)) {
      const field = nameOf(left)
      const isOwner = node.type === 'VariableDeclarator' && field === 'owner'
      if (isField(field) || isOwner) for (const one of codesIn(right)) add(field, one)
    }
    for (const { 1: field = '', indices } of textOf(node, file).matchAll(compared)) {
      const [from, to] = indices?.[2] ?? indices?.[3] ?? [0, 0]
      for (const { 0: code, index } of file.text.slice(node.start + from, node.start + to).matchAll(/\d+/g))
        add(field, { start: node.start + from + index, code: Number(code) })
    }
    for (const child of inside(node)) walk(child)
  }
  walk(parseSync(file.path, file.text).program as unknown as Node)
  return [...found.values()]
}
