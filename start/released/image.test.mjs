import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ensureServer } from '../built.mjs'
import { root } from '../root.mjs'
import { node } from '../run.mjs'
import { isUnread } from '../trim.mjs'

const read = path => readFileSync(join(root, path), 'utf8')
await ensureServer()
const folder = mkdtempSync(join(tmpdir(), 'claviger-image-'))
afterAll(() => rmSync(folder, { recursive: true }))

const stages = read('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .reduce((all, line) => {
    const [word, ...rest] = line.split(/\s+/)
    if (word === 'FROM') all.push({ from: rest.find(one => !one.startsWith('--')), name: rest.at(-1), steps: [] })
    else all.at(-1).steps.push({ word, rest: rest.filter(one => !/^--(chmod|chown)/.test(one)), line })
    return all
  }, [])
const copiesOf = ({ steps }) => steps.filter(({ word }) => word === 'COPY').map(({ rest }) => rest)
const isOfContext = ([first]) => !first.startsWith('--from=')
const copies = stages.flatMap(copiesOf)

// Docker's wildcards match hidden files too
const undotted = path => path.replaceAll(/(?<=^|\/)\./g, '_')
const rules = read('.dockerignore').trim().split('\n')
/** Whether a file is in Docker's build context: the last rule that matches it or a parent folder decides. */
const isGiven = path => {
  const parts = path.split('/')
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const last = rules.findLast(rule => above.some(one => matchesGlob(undotted(one), undotted(rule.replace(/^!/, '')))))
  return last === undefined || last.startsWith('!')
}
const context = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 16 * 1024 * 1024,
})
  .trim()
  .split('\n')
  .filter(path => existsSync(join(root, path)) && isGiven(path))
const below = path => context.filter(one => one === path || one.startsWith(`${path}/`))

test('all files that the image copies exist and are not excluded', () => {
  const wanted = copies.filter(isOfContext).flatMap(words => words.slice(0, -1))
  expect(wanted.length).toBeGreaterThan(10)
  expect(wanted.filter(path => below(path).length === 0)).toEqual([])
  expect(context.filter(path => /\.test\.tsx?$|^\.env|^server\/test\//.test(path))).toEqual([])
})

test('packages are installed with each workspace’s package.json, and built ones have a build', () => {
  const { workspaces, scripts } = JSON.parse(read('package.json'))
  const [packages] = stages
  const copied = packages.steps.flatMap(({ word, rest }) => (word === 'COPY' ? rest.slice(0, -1) : []))
  for (const name of workspaces) expect(copied).toContain(`${name}/package.json`)
  for (const [from, what] of copies.filter(([first]) => first === '--from=console')) {
    const [, name] = /^\/app\/(\w+)\/dist$/.exec(what) ?? []
    expect(scripts.build, from).toContain(`--workspace ${name}`)
    expect(JSON.parse(read(`${name}/package.json`)).scripts.build).toBeTruthy()
    expect(stages.find(one => one.name === 'console').steps.find(({ line }) => /npm ci/.test(line)).line).toContain(
      name,
    )
  }
})

// A program that records each file loaded after it. It is killed at its end, because Node sometimes waits forever for
// threads of the hooks
const noting = list => `
  import { registerHooks } from 'node:module'
  import { writeFileSync } from 'node:fs'
  const seen = []
  registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) })
  process.on('exit', () => {
    writeFileSync(${JSON.stringify(list)}, seen.join('\\n'))
    process.kill(process.pid, 'SIGKILL')
  })`

test('the image contains all modules that are loaded at start, and its command responds', () => {
  for (const [what, to] of copiesOf(stages.at(-1)).filter(isOfContext))
    for (const path of below(what)) {
      const file = join(folder, to === './' ? path : path.replace(what, to))
      mkdirSync(dirname(file), { recursive: true })
      copyFileSync(join(root, path), file)
    }
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  cpSync(join(root, 'server/dist'), join(folder, 'server/dist'), { recursive: true })
  for (const inner of ['.', 'server', 'contract']) {
    const packages = join(root, inner, 'node_modules')
    mkdirSync(join(folder, inner, 'node_modules'))
    for (const name of existsSync(packages) ? readdirSync(packages) : [])
      if (name !== '@claviger') symlinkSync(join(packages, name), join(folder, inner, 'node_modules', name))
  }
  mkdirSync(join(folder, 'node_modules/@claviger'))
  symlinkSync('../../contract', join(folder, 'node_modules/@claviger/contract'))
  const last = stages.at(-1).steps.find(({ line }) => line.includes('import(')).line
  const [, program] = /--eval "(await import[^"]+)"/.exec(last) ?? []
  const list = join(folder, 'loaded')
  const before = ['--import', `data:text/javascript,${encodeURIComponent(noting(list))}`, '--input-type=module']
  const words = [...before, '--eval', program.replaceAll('/app/', `${folder}/`)]
  expect(spawnSync(node(), words, { encoding: 'utf8' })).toMatchObject({ signal: 'SIGKILL', stderr: '' })
  const loaded = [...readFileSync(list, 'utf8').matchAll(/^.*\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\/(.+)$/gm)]
  // Packages outside the bundle
  expect(loaded.map(([, name]) => name)).toContain('@node-rs/argon2')
  // Packages are complete here and trimmed in the image
  expect(loaded.filter(([, name, path]) => isUnread(name, path)).map(([url]) => url)).toEqual([])
  const env = { PATH: `${dirname(node())}:${process.env.PATH}`, DATA_FOLDER: folder }
  const help = spawnSync(join(folder, 'claviger'), ['admin', 'help'], { encoding: 'utf8', env })
  expect(help).toMatchObject({ status: 0, stdout: expect.stringContaining('create-super-admin') })
})

test('the systemd unit starts the same program as the image, not npm start, which would build', () => {
  const [, command] = /^CMD (\[.+\])$/m.exec(read('Dockerfile'))
  const [, started] = /^ExecStart=(.+)$/m.exec(read('deploy/claviger.service'))
  const words = started.split(' ').filter(word => word !== '--env-file-if-exists=/opt/claviger/.env')
  const [, ...image] = JSON.parse(command)
  expect(words).toEqual([
    '/opt/claviger/node_modules/.bin/node',
    ...image.slice(0, -1),
    `/opt/claviger/${image.at(-1)}`,
  ])
  expect(existsSync(join(root, 'node_modules/.bin/node'))).toBe(true)
})
