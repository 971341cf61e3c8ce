import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

// Uses the compile cache as `npm start` does, so that TypeScript is not parsed again at each start
const compiled = join(root, 'node_modules', '.cache', 'compile')

// Pins the server to one core and the load generator (this process) to the other, so they don't slow each other
const canPin = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0
export const pinned = canPin ? 'server on core 0, load on core 1' : 'not pinned: taskset is missing'

export function pinSelf(): void {
  if (canPin) spawnSync('taskset', ['-a', '-cp', '1', String(process.pid)])
}

/** A child process on the server's core; `said` resolves with the first match of a pattern in its output. */
export interface Child {
  process: ChildProcess
  said: (pattern: RegExp) => Promise<RegExpExecArray>
  all: () => string
  stop: () => Promise<void>
}

// A process left over from a failed scenario would hold the next scenario's port
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach(child => child.kill()))

export function start(
  script: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  pin = true,
): Child {
  const words = [process.execPath, '--max-semi-space-size=4', '--heap-growing-percent=60', script, ...args]
  const [program = '', ...rest] = canPin && pin ? ['taskset', '-c', '0', ...words] : words
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let text = ''
  const hear = (bytes: Buffer) => (text += bytes.toString())
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return {
    process: child,
    all: () => text,
    async said(pattern) {
      for (;;) {
        const found = pattern.exec(text)
        if (found) return found
        if (child.exitCode !== null) throw new Error(`${script} ended: ${text.slice(-2000)}`)
        await new Promise(done => setTimeout(done, 5))
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Resident memory of a process in MB, as reported by the operating system. */
export function residentMegabytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round(Number(stdout.toString().trim()) / 1024)
}

export const idAt = (bytes: Buffer, at: number) =>
  bytes
    .subarray(at, at + 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
