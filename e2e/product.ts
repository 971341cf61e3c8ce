import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')

export interface ReceivedMail {
  to: string
  subject: string
  text: string
  code?: string
  link?: string
  sentAt: string
}

export interface ProductPlace {
  address: string
  outbox: string
  operator?: Operator | undefined
}

/** The process of operator.ts, and the settings with which it finds the product. */
interface Operator {
  address: string
  env: Record<string, string>
}

export interface Product {
  place: ProductPlace
  address: string
  mailTo(address: string, after?: Date, subject?: string): Promise<ReceivedMail>
  admin(...args: string[]): Promise<Record<string, unknown>>
}

/** A product with its own database that this test started and must stop. */
export interface OwnProduct extends Product {
  /** The first-start link, until there is a super administrator. */
  readonly setup: string
  readonly folder: string
  halt(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
  forward(milliseconds: number): Promise<void>
}

/** A free port below the ephemeral range, so that no outgoing connection takes it before it is used. */
async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(randomInt(10_000, 32_000), '127.0.0.1')
    const port = await once(server, 'listening').then(
      () => (server.address() as { port: number }).port,
      () => undefined,
    )
    if (port === undefined) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

export const movableClock = { NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'e2e/shifted-clock.ts')).href}` }

/** Settings with which a workspace can be allowed to call this machine, where journeys run fake services. */
export const loopback = { PRIVATE_NETWORKS: '127.0.0.0/8,::1', PUSH_SERVICES: '127.0.0.1,localhost' }

export const productAt = (place: ProductPlace): Product => ({
  place,
  address: place.address,
  mailTo: (to, after = new Date(0), subject) => mailTo(place.outbox, to, after, subject),
  admin: (...words) => admin(place.operator, words),
})

interface Start {
  /** Address of the process of operator.ts, for a product that is given commands. */
  operator?: string
  /** `--demo` creates the demo workspace. */
  args?: string[]
  /** The `movableClock` settings make the clock of the product movable. */
  settings?: Record<string, string>
  /** The folder of a halted product, whose data is copied. */
  like?: string
}

/** Starts the built product in a separate folder. */
export async function startProduct({ operator: runner, args = [], settings = {}, like }: Start): Promise<OwnProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-e2e-'))
  if (like !== undefined) await promisify(execFile)('cp', ['-a', `${like}/.`, folder])
  const port = await freePort()
  const address = `http://localhost:${port}`
  const clock = join(folder, 'ahead')
  let ahead = 0
  await writeFile(clock, '0')
  const env = {
    DATA_FOLDER: folder,
    PORT: String(port),
    PUBLIC_URL: address,
    LOG_LEVEL: 'error',
    PROCESSES: '1',
    CLOCK_AHEAD_FILE: clock,
    // A tenth of the usual work for each registration
    ROBOT_COST: '50',
    ...settings,
  }
  const begin = () => run(['server/dist/main.mjs', ...args], env)
  let running = await begin()
  const operator = runner === undefined ? undefined : { address: runner, env }
  const halt = async () => {
    const { child } = running
    if (child.exitCode !== null || child.signalCode !== null) return
    if (operator) await admin(operator, ['leave'])
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    ...productAt({ address, outbox: running.said, operator }),
    setup: running.setup,
    folder,
    halt,
    async resume() {
      running = await begin()
    },
    async stop() {
      await halt()
      await rm(folder, { recursive: true, force: true })
    },
    async forward(milliseconds) {
      ahead += milliseconds
      await writeFile(clock, String(ahead))
    },
  }
}

export async function startOperator(): Promise<{ address: string; stop(): void }> {
  const { child, said } = await run(['e2e/operator.ts'], {})
  return { address: said, stop: () => void child.kill('SIGKILL') }
}

interface Program {
  child: ChildProcess
  said: string
  setup: string
}

function run(words: string[], env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((done, failed) => {
    let printed = ''
    child.stdout.on('data', (bytes: Buffer) => {
      printed += bytes.toString()
      const said = /Address of the operator: (http:\S+)|(http:\S+\/outbox\?key=\S+)/.exec(printed)
      const setup = /(http:\S+\?setup=\S+)/.exec(printed)?.[1] ?? ''
      if (said) done({ child, said: said[1] ?? said[2] ?? '', setup })
    })
    child.once('exit', code => failed(new Error(`${words[0]} ended with ${code}: ${printed}`)))
  })
}

async function mailTo(outbox: string, to: string, after: Date, subject?: string): Promise<ReceivedMail> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${outbox}&format=json`)
    const { mails } = (await answer.json()) as { mails: ReceivedMail[] }
    const mail = mails.find(
      one => one.to === to && new Date(one.sentAt) >= after && (subject === undefined || one.subject === subject),
    )
    if (mail) return mail
    await sleep(50)
  }
  throw new Error(`no mail to ${to}`)
}

async function admin(operator: Operator | undefined, words: string[]): Promise<Record<string, unknown>> {
  if (!operator) throw new Error('This product is given no commands')
  const { address, env } = operator
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify({ env, words }) })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`${words.join(' ')}: ${said}`)
  return JSON.parse(said) as Record<string, unknown>
}
