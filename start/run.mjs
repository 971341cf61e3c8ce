import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Runs a program in the project's folder and answers its exit code; what it says goes where ours goes. */
export const run = (program, args, env = {}) =>
  new Promise((done, failed) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', failed)
    child.once('close', (code, signal) => done(code ?? 128 + constants.signals[signal]))
  })

/** Runs npm, the one that started us where there is one, and shows what it says where it fails. */
export const npm = (...args) => {
  const us = process.env['npm_execpath']
  return us?.endsWith('.js') ? quietly(process.execPath, [us, ...args]) : quietly('npm', args)
}

const quietly = (program, args) =>
  new Promise((done, failed) => {
    const child = spawn(program, args, { cwd: root, stdio: ['inherit', 'pipe', 'pipe'] })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => said.push(piece))
    child.once('error', failed)
    child.once('close', (code, signal) => {
      const ended = code ?? 128 + constants.signals[signal]
      if (ended !== 0) process.stderr.write(Buffer.concat(said))
      done(ended)
    })
  })

/** The Node that runs TypeScript as it is: the project's own, else this one when it is new enough. */
export const node = () => {
  const own = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(own)) return own
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  stop(
    `Claviger needs Node 22.18 or newer; this is ${process.versions.node} and the packages bring none for this machine.`,
  )
}

// A smaller nursery for young objects saves 20 MB of an idle server for one or two percent of speed. Where there is much
// memory the heap would grow fourfold before it is tidied, and a large import would carry some 200 MB of garbage along
const small = ['--max-semi-space-size=4', '--heap-growing-percent=60']

/** Becomes a program of ours as far as a process can: passes signals on and ends as it ends. */
export const become = (file, args) => {
  const settings = join(root, '.env')
  const cache = join(root, 'node_modules', '.cache', 'compile')
  const child = spawn(
    node(),
    [...small, ...(existsSync(settings) ? [`--env-file=${settings}`] : []), join(root, file), ...args],
    {
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: cache, ...process.env },
    },
  )
  child.once('error', error => stop(error.message))
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // Ctrl-C reaches everything at the terminal, the child too: telling it again would cut its farewell short.
  process.on('SIGINT', () => atTerminal || child.kill('SIGINT'))
  // Several processes are renewed by it, one ends
  process.on('SIGHUP', () => atTerminal || child.kill('SIGHUP'))
  // Where npm was killed outright nobody tells us; its place as our parent is then taken by another.
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'])
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref()
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** Says why it cannot go on and ends. */
export const stop = reason => {
  console.error(reason)
  process.exit(1)
}
