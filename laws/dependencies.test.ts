import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './files.ts'
import { law } from './law.ts'

const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>
const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
const listed = (heading: string) => {
  const [part = ''] = (page.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')
  return [...part.matchAll(/^\| `([^`]+)` \|(?: [^|]+ \|)+$/gm)].map(match => match[1] ?? '')
}

const running = listed('What runs')
const atInstall = listed('What runs while it is installed')

const packages = ['server', 'contract', 'console', 'extension', 'reader'].flatMap(name =>
  ['dependencies', 'optionalDependencies'].flatMap(kind => Object.keys(json(`${name}/package.json`)[kind] ?? {})),
)
const direct = [...new Set([...packages, ...Object.keys(json('package.json')['optionalDependencies'] ?? {})])]
  .filter(name => !name.startsWith('@claviger/'))
  .toSorted()

interface Locked {
  hasInstallScript?: boolean
}
const locked = Object.entries(json('package-lock.json')['packages'] as Record<string, Locked>)
const withScripts = locked
  .filter(([, is]) => is.hasInstallScript)
  .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))

law('each package is listed with its reason', {
  because: 'docs/dependencies.md says why each package is used and who maintains it.',
  over: direct,
  guilty: name => !running.includes(name) && `${name} is not on docs/dependencies.md`,
  bites: 'left-pad',
  passes: 'fastify',
})

law('each install script was reviewed', {
  because: 'An install script runs with the permissions of the user. docs/dependencies.md lists the reviewed ones.',
  over: withScripts,
  guilty: name => !atInstall.includes(name) && `${name} runs a script when it is installed`,
  bites: 'left-pad',
  passes: 'pkcs11js',
})

test('the page lists only existing dependencies', () => {
  expect(running.filter(name => !direct.includes(name))).toEqual([])
  expect(atInstall.filter(name => !withScripts.includes(name))).toEqual([])
  expect(new Set(running).size).toBe(running.length)
})
