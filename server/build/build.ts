import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { linesOnly } from './line-map.ts'

// npm run build --workspace server: bundles the server and the packages it imports. A bundle starts in less than half
// the time of 3,000 modules and keeps less of them in memory. Not in it: assets, migrations, and some packages.

const root = join(import.meta.dirname, '..')
const source = join(root, 'src')
const output = join(root, 'dist')
// Beside the output, so that renaming swaps them: a server that starts meanwhile finds no part of a build
const [draft, former] = ['new', 'old'].map(which => join(root, `dist-${which}-${process.pid}`)) as [string, string]
const list = 'files.json'

/** Native modules, and packages that read files next to their own code. */
const external = [/^@node-rs\/argon2$/, /^pkcs11js$/, /^pg-native$/, /^@sentry\//, /^pdfkit$/, /^fontkit$/]

const moduleUrl = /new URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)/g

/** The built file of an entry. All built files are in one folder, so that they find each other. */
const nameOf = (path: string) => relative(source, path).replace(/\.ts$/, '').split(sep).join('-')

/** The programs, and the modules that they start in threads. */
function entries(): Record<string, string> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map(path => join(source, path))
  const threads = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(moduleUrl)]
      .map(([, path = '']) => join(dirname(file), path))
      .filter(path => path.endsWith('.ts')),
  )
  const programs = ['main.ts', 'admin.ts', 'processes/serving-process.ts'].map(path => join(source, path))
  return Object.fromEntries([...programs, ...threads].map(path => [nameOf(path), path]))
}

const input = entries()
const isEntry = new Set(Object.values(input))

/** Keeps `import.meta` of a source file pointing to the folder of the source file, where its assets are. */
const places: Plugin = {
  name: 'places',
  transform: {
    filter: { id: /[\\/]server[\\/]src[\\/].+\.ts$/ },
    handler(code, id) {
      const folder = relative(output, dirname(id)).split(sep).join('/')
      const placed = code
        .replaceAll(moduleUrl, (_all, path: string) => {
          const target = join(dirname(id), path)
          return `new URL('${isEntry.has(target) ? `./${nameOf(target)}.mjs` : `${folder}/${path}`}', import.meta.url)`
        })
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
      const stacks = isEntry.has(id) ? `import ${JSON.stringify(join(root, 'build/source-stacks.ts'))};` : ''
      // Lines stay as they are, and the map has no columns
      return { code: stacks + placed, map: null }
    },
  },
}

/** As text, a JSON file is parsed faster than as code, and its source is not kept. */
const json: Plugin = {
  name: 'json-as-text',
  transform: {
    filter: { id: /\.json$/ },
    handler: (code, id) => {
      const text = JSON.stringify(JSON.stringify(JSON.parse(code)))
      return id.includes('node_modules')
        ? { code: `module.exports = JSON.parse(${text})`, moduleType: 'js', map: null }
        : { code: `export default JSON.parse(${text})`, moduleType: 'js', map: null }
    },
  },
}

const bundle = await rolldown({
  input,
  cwd: root,
  platform: 'node',
  external,
  plugins: [places, json],
  checks: { eval: false },
})
const { output: files } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
  comments: false,
  // Errors cross threads by the names of their classes
  keepNames: true,
  sourcemap: 'hidden',
})
await bundle.close()
rmSync(draft, { recursive: true, force: true })
mkdirSync(draft, { recursive: true })
const names: string[] = []
const write = (name: string, text: string) => {
  names.push(name)
  writeFileSync(join(draft, name), text)
}
for (const file of files) {
  if (file.type !== 'chunk') continue
  write(file.fileName, `${narrow(file.code)}//# sourceMappingURL=${file.fileName}.map\n`)
  if (file.map) write(`${file.fileName}.map`, JSON.stringify(linesOnly(file.map)))
}
keepBuildBefore()
writeFileSync(join(draft, list), JSON.stringify(names))
try {
  swap()
} catch {
  // Another start built and swapped at the same time
  swap()
}
rmSync(former, { recursive: true, force: true })

function swap(): void {
  rmSync(former, { recursive: true, force: true })
  if (existsSync(output)) renameSync(output, former)
  renameSync(draft, output)
}

/** A server that runs the build before still loads parts of it: it is replaced after the files. */
function keepBuildBefore(): void {
  const listed = join(output, list)
  const before = existsSync(listed) ? (JSON.parse(readFileSync(listed, 'utf8')) as string[]) : []
  for (const name of before) if (!names.includes(name)) copyFileSync(join(output, name), join(draft, name))
}

/** Node keeps sources in memory: with one byte for each character, unless one of them needs two. */
function narrow(code: string): string {
  return code.replaceAll(/[^\0-\u{ff}]/gu, character =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}
