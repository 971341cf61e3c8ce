import type { HelpPart } from '@claviger/contract/access/self-service-settings'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

const deepest = 8
// HTML is text like any other; what is indented is no code, for nobody writes code on such a page
const plainOnly = { disable: { null: ['htmlFlow', 'htmlText', 'codeIndented', 'definition'] } }

// Everybody who opens a page reads the same text, and nesting can make one slow to read
const known = new Map<string, HelpPart[]>()
const mostKnown = 500

/**
 * Markdown as the few marks that a page shows. HTML in it is shown as the text it is; links that lead elsewhere than to
 * https: or mailto: keep their words only.
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

/** An address that a page may link to, written out whole; undefined for any other. */
function safeAddress(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') return undefined
  return url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : undefined
}

/** The words of what lies deeper than a page shows, gathered without going down call by call. */
function textOf(node: Nodes): string {
  const words: string[] = []
  const left: Nodes[] = [node]
  for (let next = left.pop(); next; next = left.pop()) {
    if ('value' in next) words.push(next.value)
    if ('children' in next) left.push(...next.children.toReversed())
  }
  return words.join(' ')
}
