import type { HelpPart } from '@claviger/contract/access/self-service-settings'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

const deepest = 8
// HTML is treated as plain text, and indented text is not code, because these pages never contain code
const plainOnly = { disable: { null: ['htmlFlow', 'htmlText', 'codeIndented', 'definition'] } }

// Cached, because all visitors read the same text and nested markup can be slow to parse
const known = new Map<string, HelpPart[]>()
const mostKnown = 500

/**
 * Parses Markdown into the marks that a page supports. HTML is shown as text; links with other targets than https: or
 * mailto: keep only their words.
 */
export function helpOf(markdown: string): HelpPart[] {
  const parts = known.get(markdown) ?? partsOf(fromMarkdown(markdown, { extensions: [plainOnly] }), 0)
  if (known.size >= mostKnown) known.clear()
  known.set(markdown, parts)
  return parts
}

function partsOf(node: Nodes, depth: number): HelpPart[] {
  if ('children' in node && depth < deepest) return node.children.flatMap(child => partOf(child, depth + 1))
  const text = textOf(node)
  return text === '' ? [] : [text]
}

const marks = { paragraph: 'p', heading: 'h2', strong: 'strong', emphasis: 'em', break: 'br' } as const
const isMarked = (node: Nodes): node is Extract<Nodes, { type: keyof typeof marks }> => Object.hasOwn(marks, node.type)

function partOf(node: Nodes, depth: number): HelpPart[] {
  const of = partsOf(node, depth)
  if (isMarked(node)) return [{ as: marks[node.type], of: node.type === 'break' ? [] : of }]
  if (node.type === 'list') return [{ as: node.ordered ? 'ol' : 'ul', of }]
  if (node.type === 'listItem')
    return [{ as: 'li', of: node.spread ? of : of.flatMap(part => (isParagraph(part) ? part.of : [part])) }]
  if (node.type === 'link') {
    const href = safeAddress(node.url)
    return href === undefined ? of : [{ as: 'a', href, of }]
  }
  if (node.type === 'image') return node.alt ? [node.alt] : []
  return node.type === 'code' ? [{ as: 'p', of }] : of
}

const isParagraph = (part: HelpPart): part is Exclude<HelpPart, string> => typeof part !== 'string' && part.as === 'p'

/** Normalized address that a page can link to; undefined otherwise. */
function safeAddress(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') return undefined
  return url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : undefined
}

/** Text of nodes below the supported depth; iterative, so that deep nesting can't exhaust the stack. */
function textOf(node: Nodes): string {
  const words: string[] = []
  const left: Nodes[] = [node]
  for (let next = left.pop(); next; next = left.pop()) {
    if ('value' in next) words.push(next.value)
    if ('children' in next) left.push(...next.children.toReversed())
  }
  return words.join(' ')
}
