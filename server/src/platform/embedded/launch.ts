import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './postgres-account.ts'
import { plainEnvironment } from './cluster.ts'
import type { NativePostgres } from './native-postgres.ts'
import type { Places } from './postgres-folders.ts'
import { readPostmaster } from './postmaster.ts'

export interface LaunchedProcess {
  readonly child: ChildProcess
  readonly gone: Promise<void>
  readonly words: () => string
}

export interface LaunchOptions {
  readonly durable: boolean
  readonly connections: number
}

/**
 * Starts PostgreSQL and waits until it accepts connections. @throws with its last output if it exits instead
 */
export const launch = async (
  native: NativePostgres,
  places: Places,
  account: Account | undefined,
  wants: LaunchOptions,
  hear: (line: string) => void,
): Promise<LaunchedProcess> => {
  for (let waited = 0; ; waited += 200) {
    const launched = begin(native, places, account, wants, hear)
    if (await isReady(launched, places.data)) return launched
    // After a kill, the helper processes take a moment to exit. Until then the new server correctly refuses to
    // start.
    const passing = launched.words().includes('is still in use')
    if (!passing || waited > 10_000) throw new Error(`PostgreSQL did not start:\n${launched.words()}`)
    await sleep(200)
  }
}

const begin = (
  native: NativePostgres,
  places: Places,
  account: Account | undefined,
  wants: LaunchOptions,
  hear: (line: string) => void,
): LaunchedProcess => {
  const [program, args, who] = launcher(native.postgres, serverArguments(places, wants), account)
  const child = spawn(program, args, {
    ...who,
    cwd: '/',
    env: plainEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Own session: Ctrl-C reaches only this process, which stops PostgreSQL after the last request.
    detached: true,
  })
  let said: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split('\n').filter(line => line.trim() !== '')
    said = [...said, ...lines].slice(-20)
    lines.forEach(hear)
  })
  const gone = new Promise<void>(done => {
    child.once('close', () => done())
    child.once('error', error => {
      said.push(error.message)
      done()
    })
  })
  return { child, gone, words: () => said.join('\n') }
}

const isReady = async ({ child, gone }: LaunchedProcess, data: string): Promise<boolean> => {
  let over = false
  void gone.then(() => (over = true))
  while (!over) {
    const found = readPostmaster(data)
    if (found?.ready && found.pid === child.pid) return true
    await sleep(5)
  }
  return false
}

const serverArguments = (places: Places, { durable, connections }: LaunchOptions): string[] => {
  const options = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: places.socket,
    unix_socket_permissions: '0700',
    shared_buffers: '128MB',
    max_connections: String(Math.max(durable ? 60 : 300, connections)),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '1GB' }),
  }
  return ['-D', places.data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * On Linux, `setpriv` makes the kernel stop PostgreSQL if this process is killed. Elsewhere the next start
 * does it.
 */
const launcher = (
  postgres: string,
  args: string[],
  account: Account | undefined,
): [string, string[], { uid?: number; gid?: number }] => {
  const setpriv = process.platform === 'linux' ? onPath('setpriv') : undefined
  if (!setpriv) return [postgres, args, account ? { uid: account.uid, gid: account.gid } : {}]
  const who = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []
  return [setpriv, ['--pdeathsig', 'INT', ...who, postgres, ...args], {}]
}

const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(path => existsSync(path))
