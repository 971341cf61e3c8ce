import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { operatorSays } from '../app/operator.ts'
import { builtProgram } from './build-server.ts'

const masterKey = Buffer.alloc(32, 7).toString('base64')
export const settings = (env: Record<string, string>) => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  MASTER_KEY: masterKey,
  LOG_CHECKPOINTS: 'off',
  PROCESSES: '1',
  ...env,
})

export interface ServerProcess {
  child: ChildProcess
  address: string
  call(
    method: string,
    path: string,
    body?: object,
    authorization?: string,
  ): Promise<{ status: number; body: Record<string, unknown> }>
  said(): string
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts a server on a free port and waits until it is ready. @throws with its output if it exits instead */
export const startServer = (env: Record<string, string>): Promise<ServerProcess> =>
  startAs([process.execPath, builtProgram('main')], { LOG_LEVEL: 'warn', ...env })

/** Starts a server at a terminal without a log level. */
export const startAtTerminal = (env: Record<string, string>): Promise<ServerProcess> =>
  startAs(
    ['script', '--quiet', '--return', '--command', `exec ${process.execPath} ${builtProgram('main')}`, '/dev/null'],
    env,
  )

// An unprivileged user can mount in a user namespace as root, and switch back in a nested one
const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
const [spaces, asBefore] = uid === 0 ? ['-m', 'exec'] : ['-rm', `exec unshare -U --map-user=${uid} --map-group=${gid}`]
const onDisk = (options: string, folder: string, program: string) => [
  'unshare',
  spaces,
  'sh',
  '-c',
  `mount -t tmpfs -o mode=755,${options} tmpfs ${folder} && ${asBefore} ${program}`,
]

export const maySmallDisk = (folder: string): boolean => {
  const [program = '', ...args] = onDisk('size=4k', folder, 'true')
  return spawnSync(program, args).status === 0
}

/** Starts a server whose data folder is on a separate disk with a limited size or number of files. */
export const startOnDisk = (options: string, folder: string, env: Record<string, string>): Promise<ServerProcess> =>
  startAs(onDisk(options, folder, `${process.execPath} ${builtProgram('main')}`), {
    LOG_LEVEL: 'warn',
    DATA_FOLDER: folder,
    ...env,
  })

async function startAs([program = '', ...args]: string[], env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort()
  const child = spawn(program, args, {
    env: settings({ PORT: String(port), PUBLIC_URL: 'http://localhost:8080', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (words += text))
  const gone = once(child, 'exit')
  const address = `http://127.0.0.1:${port}`
  for (let waited = 0; !(await isReady(address)); waited += 50) {
    if (child.exitCode !== null || waited > 60_000) throw new Error(`the server did not start:\n${words}`)
    await sleep(50)
  }
  return {
    child,
    address,
    said: () => words,
    async call(method, path, body, authorization) {
      const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
      const answer = await fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await gone
      return child.exitCode
    },
  }
}

const isReady = (address: string) =>
  fetch(`${address}/health/ready`).then(
    answer => answer.ok,
    () => false,
  )

export async function command(env: Record<string, string>, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await operatorSays(settings(env), ...args, '--json')
  if (code !== 0) throw new Error(`${args.join(' ')}: ${err}`)
  return JSON.parse(out) as Record<string, unknown>
}

/** Below the range of ephemeral ports, so that no outgoing connection takes it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!free) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
