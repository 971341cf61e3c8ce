import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'

export const run = (program, args, env = {}) =>
  new Promise((done, failed) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', failed)
    child.once('close', (code, signal) => done(code ?? 128 + constants.signals[signal]))
  })

/** Runs npm, the one that started this process if any; shows its output only on failure. */
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

/** A Node that runs TypeScript directly: the project's own, else the current one if new enough. */
export const node = () => {
  const own = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(own)) return own
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  stop(
    `Claviger needs Node 22.18 or newer; this is ${process.versions.node} and there is no included Node for this machine.`,
  )
}

// A smaller young generation saves 20 MB in an idle server for one or two percent of speed. With much memory,
// the heap would quadruple before a collection, and a large import would keep about 200 MB of garbage
const small = ['--max-semi-space-size=4', '--heap-growing-percent=60']

/** Replaces this process as far as possible: forwards signals and exits like the child. */
export const become = (file, args) => {
  const settings = join(root, '.env')
  const cache = join(root, 'node_modules', '.cache', 'compile')
  const child = spawn(
    node(),
    [...small, ...(existsSync(settings) ? [`--env-file=${settings}`] : []), join(root, file), ...args],
    {
      stdio: 'inherit',
      // With one arena, idle threads keep about 8 MB less
      env: { NODE_COMPILE_CACHE: cache, MALLOC_ARENA_MAX: '1', ...process.env },
    },
  )
  child.once('error', error => stop(error.message))
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // Ctrl-C already reaches the child at a terminal; a second signal would cut its shutdown short.
  process.on('SIGINT', () => atTerminal || child.kill('SIGINT'))
  // SIGHUP renews several processes, but ends a single one
  process.on('SIGHUP', () => atTerminal || child.kill('SIGHUP'))
  // If npm is killed with SIGKILL, no signal arrives, but our parent process changes.
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'])
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref()
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

export const stop = reason => {
  console.error(reason)
  process.exit(1)
}
