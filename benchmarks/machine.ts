import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

// As `npm start` runs it: what was read once need not be read as TypeScript again
const compiled = join(root, 'node_modules', '.cache', 'compile')

// Server on one core, load generator (this process) on the other, so that they do not slow each other
const canPin = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0
export const pinned = canPin ? 'server on core 0, load on core 1' : 'not pinned: taskset is missing'

export function pinSelf(): void {
  if (canPin) spawnSync('taskset', ['-a', '-cp', '1', String(process.pid)])
}

/** A child process on the server's core; `said` settles with the first match of a pattern in what it prints. */
export interface Child {
  process: ChildProcess
  said: (pattern: RegExp) => Promise<RegExpExecArray>
  all: () => string
  stop: () => Promise<void>
}

// What a scenario that fails leaves running would hold the port of the next
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
      // One that was killed has no exit code
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Memory of a process in MB, as the system counts it. */
export function residentMegabytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round(Number(stdout.toString().trim()) / 1024)
}

/** The id whose bytes stand at a place of a reference. */
export const idAt = (bytes: Buffer, at: number) =>
  bytes
    .subarray(at, at + 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
