// npm run release [-- --push REGISTRY/NAME]: builds the deliverables of a version in the folder release: the
// image for both architectures, its bill of materials, the chart. Needs helm, and docker with buildx. npm run
// release -- --name 0.2.0: only updates the version number everywhere.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from './bill.mjs'
import { root } from './root.mjs'
import { stop } from './run.mjs'

const chart = 'deploy/helm/claviger'
const platforms = 'linux/amd64,linux/arm64'

const read = path => readFileSync(join(root, path), 'utf8')

export const unequal = () => {
  const { version, workspaces } = JSON.parse(read('package.json'))
  const stated = [
    ...workspaces.map(name => [`${name}/package.json`, JSON.parse(read(`${name}/package.json`)).version]),
    ['extension/public/manifest.json', JSON.parse(read('extension/public/manifest.json')).version],
    ...['version', 'appVersion'].map(name => [
      `${chart}/Chart.yaml, ${name}`,
      new RegExp(`^${name}: (\\S+)$`, 'm').exec(read(`${chart}/Chart.yaml`))?.[1],
    ]),
  ]
  return stated.filter(([, one]) => one !== version).map(([where, one]) => `${where} says ${one}, not ${version}`)
}

/** Migrations that can still be edited; a release must have none. */
export const unfrozen = () => {
  const past = 'server/migrations/past.json'
  const frozen = Object.values(existsSync(join(root, past)) ? JSON.parse(read(past)) : {}).flatMap(Object.keys)
  return readdirSync(join(root, 'server/migrations')).filter(name => name.endsWith('.sql') && !frozen.includes(name))
}

export const stating = (path, text, version) => {
  if (path.endsWith('.yaml')) return text.replaceAll(/^(version|appVersion): .+$/gm, `$1: ${version}`)
  // Our packages depend on each other in the same version
  const ours = all => all.replaceAll(/("@claviger\/\w+": ")[^"]+/g, `$1${version}`)
  if (path !== 'package-lock.json') return ours(text.replace(/"version": ?"[^"]+"/, `"version": "${version}"`))
  const lock = JSON.parse(text)
  lock.version = version
  for (const [name, one] of Object.entries(lock.packages))
    if (!name.includes('node_modules') && one.version !== undefined) one.version = version
  return ours(`${JSON.stringify(lock, undefined, 2)}\n`)
}

const state = version => {
  if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) stop('npm run release -- --name 0.2.0')
  const { workspaces } = JSON.parse(read('package.json'))
  const packages = ['', ...workspaces.map(name => `${name}/`)].map(folder => `${folder}package.json`)
  for (const path of [...packages, 'package-lock.json', 'extension/public/manifest.json', `${chart}/Chart.yaml`])
    writeFileSync(join(root, path), stating(path, read(path), version))
  console.log(`Version ${version} is stated everywhere. Where it brings migrations: npm run print:past`)
}

const must = (program, ...args) => {
  console.log(`\n── ${program} ${args.join(' ')}`)
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (error) stop(`${program} is needed for a release: ${error.message}`)
  if (status !== 0) stop(`${program} ended with ${status}.`)
}

const release = words => {
  const { version } = JSON.parse(read('package.json'))
  const wrong = unequal()
  if (wrong.length > 0) stop(wrong.join('\n'))
  if (!read('CHANGELOG.md').includes(`## ${version}`)) stop(`CHANGELOG.md has no entry for ${version}.`)
  if (spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).stdout !== '')
    stop('Commit first. A release contains what is committed.')
  const open = unfrozen()
  if (open.length > 0)
    stop(`npm run print:past freezes ${open.join(', ')}. Databases are created with them from now on.`)
  const to = words[0] === '--push' ? words[1] : undefined
  if (words.length > 0 && to === undefined) stop('npm run release, or npm run release -- --push REGISTRY/NAME')

  const folder = join(root, 'release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  writeFileSync(join(folder, `claviger-${version}.cdx.json`), `${JSON.stringify(billOfMaterials(), undefined, 2)}\n`)
  const given = ['--set', 'settings.PUBLIC_URL=https://id.example.org']
  must('helm', 'lint', chart, '--strict', ...given)
  must('helm', 'package', chart, '--destination', folder)
  // Debian packages are listed by the builder, next to the image
  const facts = ['--platform', platforms, '--sbom=true', '--provenance=true']
  const name = to ?? 'claviger'
  const where = to === undefined ? ['--output', `type=oci,dest=release/claviger-${version}.oci.tar`] : ['--push']
  must('docker', 'buildx', 'build', ...facts, '--tag', `${name}:${version}`, ...where, '.')
  console.log(`\nVersion ${version} lies in ${folder}`)
}

if (import.meta.main) {
  const [first, second, ...more] = process.argv.slice(2)
  if (first === '--name' && more.length === 0) state(second)
  else release(process.argv.slice(2))
}
