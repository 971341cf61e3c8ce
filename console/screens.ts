import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const source = join(import.meta.dirname, 'src')

function rows(): { path: string; file: string }[] {
  return readdirSync(source)
    .filter(name => /^routes.*\.tsx$/.test(name))
    .flatMap(name => {
      const text = readFileSync(join(source, name), 'utf8')
      const found = [...text.matchAll(/path: '([^']+)',[^{}]*?load: \(\) => import\('([^']+)'\)/g)]
      if (found.length !== text.split('load: ()').length - 1) throw new Error(`A row of ${name} cannot be read`)
      return found.map(([, path = '', file = '']) => ({ path, file: join(source, file) }))
    })
}

/** Writes a manifest of each screen's files, so that the server can preload them in the page it sends. */
export function tellScreens(): Plugin {
  return {
    name: 'tell-screens',
    apply: 'build',
    // Runs after files that contain only a style sheet were removed
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(one => one.type === 'chunk')
      const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
      const chunkWith = (module: string) => chunks.find(chunk => chunk.moduleIds.includes(module))
      const first = chunkWith(join(source, 'main.tsx'))
      const known = new Set(first ? filesOf(first, byName) : [])
      const inside = chunkWith(join(source, 'frame/Frame.tsx'))
      const screens = rows().map(({ path, file }) => {
        const own = chunkWith(file)
        const parts = path.startsWith('/dashboard') ? [inside, own] : [own]
        const files = new Set(parts.flatMap(chunk => (chunk ? filesOf(chunk, byName) : [])))
        return [path, [...files].filter(name => !known.has(name))]
      })
      this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(screens) })
    },
  }
}

function filesOf(
  chunk: Rolldown.OutputChunk,
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
  found = new Set<string>(),
): string[] {
  if (found.has(chunk.fileName)) return []
  found.add(chunk.fileName)
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet)
  for (const name of chunk.imports) {
    const imported = byName.get(name)
    if (imported) filesOf(imported, byName, found)
  }
  return [...found]
}
