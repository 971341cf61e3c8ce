import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'
import { npm, stop } from './run.mjs'
import { step } from './terminal/steps.mjs'

const server = {
  what: 'the server',
  workspaces: ['server'],
  made: ['server/dist/main.mjs'],
  sources: [
    'server/build',
    'server/src',
    'server/package.json',
    'contract/languages',
    'contract/src',
    'package-lock.json',
  ],
}

export const ensureServer = () => ensureBuilt(server)

export const isServerBuilt = () => isBuilt(server, () => fingerprint(server.sources))

export const ensureConsole = () =>
  ensureBuilt({
    what: 'the console',
    workspaces: ['console'],
    made: ['console/dist/index.html'],
    sources: [
      'console/src',
      'console/public',
      'console/index.html',
      'console/self-service.html',
      'console/attendance-tracker.html',
      'console/package.json',
      'console/bundles.ts',
      'console/guides.ts',
      'console/precompress.ts',
      'console/runtime.ts',
      'console/screens.ts',
      'console/vite.config.ts',
      'contract/languages',
      'contract/src',
      // The guides of the console
      'docs',
      'CHANGELOG.md',
      'package-lock.json',
    ],
  })

export const ensurePrograms = () =>
  ensureBuilt({
    what: 'the extension and the reader program',
    workspaces: ['extension', 'reader'],
    made: ['extension/dist/manifest.json', 'reader/dist/claviger-reader.mjs'],
    sources: [
      'extension/public',
      'extension/src',
      'extension/build.ts',
      'extension/packing.ts',
      'extension/popup.html',
      'extension/prompt.html',
      'extension/options.html',
      'extension/logs.html',
      'reader/src',
      'reader/build.ts',
      'contract/src/keys',
      'package-lock.json',
    ],
  })

const noteOf = ({ workspaces }) => join(root, 'node_modules', '.cache', `${workspaces.join('-')}-built-from`)

const isBuilt = (part, now) =>
  existsSync(noteOf(part)) &&
  part.made.every(file => existsSync(join(root, file))) &&
  readFileSync(noteOf(part), 'utf8') === now()

const ensureBuilt = async part => {
  const { what, workspaces, sources } = part
  const note = noteOf(part)
  const now = fingerprint(sources)
  if (isBuilt(part, () => now)) return
  rmSync(note, { force: true })
  const chosen = workspaces.flatMap(name => ['--workspace', name])
  const code = await step(`Building ${what}`, () => npm('run', 'build', ...chosen, '--silent'))
  if (code !== 0) stop(`Building ${what} failed (npm exited with ${code}).`)
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, now)
}

const fingerprint = sources => {
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
