import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')

export interface Letter {
  to: string
  subject: string
  text: string
  code?: string
  link?: string
  sentAt: string
}

/** Where a running product is; plain values, so that test files in other processes can be told. */
export interface Place {
  address: string
  outbox: string
  /** The environment the server runs in, for the operator's commands. */
  env: Record<string, string>
}

export interface Product {
  place: Place
  address: string
  /** Waits for a mail that came after the given moment, of one subject where many come. */
  mailTo(address: string, after?: Date, subject?: string): Promise<Letter>
  /** Runs a command of the operator and answers its JSON. */
  admin(...args: string[]): Promise<Record<string, unknown>>
}

/** A product that this test started, with a database of its own, and has to stop. */
export interface OwnProduct extends Product {
  /** Ends the server and keeps its data. */
  halt(): Promise<void>
  /** Starts the server again on the same data. */
  resume(): Promise<void>
  stop(): Promise<void>
  /** Lets time go by on a server with a movable clock, and for the operator's commands; browser and database do not notice. */
  forward(milliseconds: number): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Settings of a product whose time can be let go by. */
export const movableClock = { NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'e2e/ahead.ts')).href}` }

/** The product that runs at a place. */
export const productAt = (place: Place): Product => ({
  place,
  address: place.address,
  mailTo: (to, after = new Date(0), subject) => mailTo(place.outbox, to, after, subject),
  admin: (...words) => admin(place.env, words),
})

/**
 * Starts the product in a folder of its own; with `--demo` in `args` it has the demonstration workspace. Its time can be let
 * go by where `settings` have that of `movableClock`.
 */
export async function startProduct(args: string[] = [], settings: Record<string, string> = {}): Promise<OwnProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-e2e-'))
  const port = String(await freePort())
  const address = `http://localhost:${port}`
  const clock = join(folder, 'ahead')
  let ahead = 0
  await writeFile(clock, '0')
  const env = {
    DATA_FOLDER: folder,
    PORT: port,
    PUBLIC_URL: address,
    LOG_LEVEL: 'error',
    CLOCK_AHEAD_FILE: clock,
    ...settings,
  }
  let server = await launch(args, env)
  const halt = async () => {
    const { child } = server
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    ...productAt({ address, outbox: server.outbox, env }),
    halt,
    async resume() {
      server = await launch(args, env)
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

async function launch(args: string[], env: Record<string, string>) {
  const all = { ...process.env, ...env }
  const child = spawn(process.execPath, ['server/src/main.ts', ...args], {
    cwd: root,
    env: all,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, outbox: await ready(child) }
}

/** Reads the address of the outbox from what the server prints once it is ready. */
function ready(child: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let said = ''
    child.stdout?.on('data', (bytes: Buffer) => {
      said += bytes.toString()
      const found = /(http:\S+\/outbox\?key=\S+)/.exec(said)
      if (found?.[1]) done(found[1])
    })
    child.once('exit', code => failed(new Error(`the server ended with ${code}: ${said}`)))
  })
}

async function mailTo(outbox: string, to: string, after: Date, subject?: string): Promise<Letter> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${outbox}&format=json`)
    const { mails } = (await answer.json()) as { mails: Letter[] }
    const mail = mails.find(
      one => one.to === to && new Date(one.sentAt) >= after && (subject === undefined || one.subject === subject),
    )
    if (mail) return mail
    await sleep(50)
  }
  throw new Error(`no mail to ${to}`)
}

async function admin(env: Record<string, string>, words: string[]): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, ['server/src/admin.ts', ...words, '--json'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${said}`)
  return JSON.parse(said) as Record<string, unknown>
}
