import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

const docs = join(import.meta.dirname, '../docs')
const suffix = '?guide'

/** The address of a guide in the console; other documents are named without a link. */
const hrefOf = (href: string, from: string, guides: ReadonlySet<string>): string | undefined => {
  if (/^https?:|^#/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const name = relative(docs, join(dirname(from), file)).replace(/\.md$/, '')
  return guides.has(name) ? `/dashboard/help?guide=${name}${anchor === undefined ? '' : `#${anchor}`}` : undefined
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s/g, '-')

function htmlOf(text: string, from: string, guides: ReadonlySet<string>): string {
  const renderer = new marked.Renderer()
  const words = (tokens: Tokens.Generic[]) => renderer.parser.parseInline(tokens)
  renderer.heading = ({ tokens, depth, text: title }) => {
    // The page has its own title
    return depth === 1 ? '' : `<h${depth} id="${slug(title)}">${words(tokens)}</h${depth}>\n`
  }
  renderer.link = ({ href, tokens }) => {
    const to = hrefOf(href, from, guides)
    return to === undefined ? words(tokens) : `<a href="${to}">${words(tokens)}</a>`
  }
  renderer.image = () => ''
  const code = renderer.code.bind(renderer)
  renderer.code = token => (token.lang === 'mermaid' ? '' : code(token))
  const html = marked.parse(text, { async: false, renderer })
  // What scrolls sideways must be reachable without a mouse
  return html.replaceAll('<pre>', '<pre tabindex="0">').replaceAll('<table>', '<table tabindex="0">')
}

/** Renders the documentation that the console shows while it is built, so that browsers need no parser. */
export function renderGuides(): Plugin {
  const list = readFileSync(join(import.meta.dirname, 'src/features/oversight/launchpad/help/guides.ts'), 'utf8')
  const guides = new Set([...list.matchAll(/docs\/([\w/-]+)\.md\?guide/g)].map(([, name = '']) => name))
  return {
    name: 'render-guides',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(suffix)) return null
      const file = id.slice(0, -suffix.length)
      this.addWatchFile(file)
      const text = readFileSync(file, 'utf8')
      return `export default ${JSON.stringify(htmlOf(text, file, guides))}`
    },
  }
}
