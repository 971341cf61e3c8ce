import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'
import { npm, stop } from './run.mjs'

const sources = [
  'console/src',
  'console/public',
  'console/index.html',
  'console/self-service.html',
  'console/package.json',
  'console/bundles.ts',
  'console/precompress.ts',
  'console/vite.config.ts',
  'contract/languages',
  'contract/src',
  'package-lock.json',
]
const note = join(root, 'node_modules', '.cache', 'console-built-from')

/** Builds the console when it is missing or was built from other sources. */
export const ensureConsole = async () => {
  const now = fingerprint()
  const built =
    existsSync(note) && existsSync(join(root, 'console/dist/index.html')) && readFileSync(note, 'utf8') === now
  if (built) return
  console.log('Building the console …')
  rmSync(note, { force: true })
  const code = await npm('run', 'build', '--workspace', 'console', '--silent')
  if (code !== 0) stop(`The console could not be built (vite ended with ${code}).`)
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, now)
}

const fingerprint = () => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesUnder)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

const filesUnder = path => {
  const whole = join(root, path)
  if (!existsSync(whole)) return []
  if (!statSync(whole).isDirectory()) return [path]
  return readdirSync(whole)
    .toSorted()
    .flatMap(name => filesUnder(`${path}/${name}`))
}
