import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

export interface SourceFile {
  /** Relative to the project's root, with slashes. */
  path: string
  text: string
}

const left = new Set(['node_modules', 'dist', '.git', '.vite'])

function walk(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return left.has(entry.name) ? [] : walk(path, pattern)
    return pattern.test(entry.name) ? [path] : []
  })
}

export const sources = (folders: readonly string[], pattern = /\.(ts|tsx|mjs|css|sql)$/): SourceFile[] =>
  folders
    .flatMap(folder => walk(join(root, folder), pattern))
    .map(path => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }))

export interface Import {
  from: string
  to: string
}

const statement = /(?:import|export)\s[^'"]*?from\s*'([^']+)'|import\s*\(\s*'([^']+)'\s*\)|import\s+'([^']+)'/g

/** Imports of own files: relative ones, and the contract by package name. */
export function importsOf(file: SourceFile): Import[] {
  return [...file.text.matchAll(statement)].flatMap(match => {
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    if (name.startsWith('.')) return [{ from: file.path, to: relative(root, resolve(root, dirname(file.path), name)) }]
    const inside = /^#(test\/)?(.+)$/.exec(name)
    // Subpath imports of a package's own package.json
    if (inside) return [{ from: file.path, to: `${file.path.split('/')[0]}/${inside[1] ?? 'src/'}${inside[2]}` }]
    const own = /^@claviger\/(\w+)\/(.+)$/.exec(name)
    if (own) return [{ from: file.path, to: `${own[1]}/src/${own[2]}.ts` }]
    return []
  })
}

export const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('server/test/')
