import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { bundlesOf } from './bundles.ts'

const languages = join(import.meta.dirname, '../contract/languages')

// Loaded by pages that name no language
const withoutTexts = 'ahead'

interface TextFile {
  name: string
  source: string
}

/**
 * Writes the texts of each language as two files: those of sign-in, the frame, and the dashboard, which the console waits
 * for, and all others, which other screens wait for. A tag of the page names both.
 */
export function splitTexts(): Plugin {
  let files: ReturnType<typeof filesOf> | undefined
  return {
    name: 'split-texts',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return (files ??= filesOf(bundle ?? {})).map(({ language, parts }) => {
          const content = parts.map(({ name }) => `/${name}`).join(' ')
          return { tag: 'meta', attrs: { name: `texts-${language}`, content }, injectTo: 'head' as const }
        })
      },
    },
    generateBundle(_options, bundle) {
      for (const { name, source } of (files ??= filesOf(bundle)).flatMap(({ parts }) => parts))
        this.emitFile({ type: 'asset', fileName: name, source })
    },
  }
}

function filesOf(bundle: Rolldown.OutputBundle): { language: string; parts: readonly TextFile[] }[] {
  const early = earlyCode(bundle)
  const isEarly = (text: string) => literalsOf(text).some(literal => early.includes(literal))
  return readdirSync(languages)
    .filter(name => name.endsWith('.json'))
    .map(name => {
      const language = name.replace('.json', '')
      const texts = Object.entries(JSON.parse(readFileSync(join(languages, name), 'utf8')) as Record<string, unknown>)
      const first = texts.filter(([text]) => isEarly(text))
      const rest = texts.filter(([text]) => !isEarly(text))
      return { language, parts: [textFile(`${language}-first`, first), textFile(`${language}-rest`, rest)] }
    })
}

function textFile(part: string, texts: readonly [string, unknown][]): TextFile {
  const source = JSON.stringify(Object.fromEntries(texts))
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  return { name: `assets/texts-${part}-${hash}.json`, source }
}

/** The code of the named bundles with all that they import. */
function earlyCode(bundle: Rolldown.OutputBundle): string {
  const named = Object.keys(bundlesOf.console).filter(name => name !== withoutTexts)
  const chunks = Object.values(bundle).filter(one => one.type === 'chunk')
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  for (const name of named) {
    const chunk = chunks.find(one => one.name === name)
    if (chunk === undefined) throw new Error(`The bundle ${name} was not built`)
    add(chunk)
  }
  return [...found].map(({ code }) => code).join('\n')
}

/** How a text can be written in built code. */
function literalsOf(text: string): string[] {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return [
    `\`${escaped.replaceAll('`', '\\`').replaceAll('${', '\\${')}\``,
    `"${escaped.replaceAll('"', '\\"')}"`,
    `'${escaped.replaceAll("'", "\\'")}'`,
  ]
}
