import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountForPostgres, unreachableFolder } from './postgres-account.ts'
import type { EmbeddedConnection } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const holder = new URL('../../../test/app/embedded-holder.ts', import.meta.url).pathname

// As root, test both ways of running; the second only if an ordinary user can read this checkout.
const root = { name: 'root', uid: 0 }
const ordinary = { name: 'an ordinary user', uid: 65_534 }
const people: { name: string; uid: number | undefined }[] = isRoot
  ? [root, ordinary].slice(0, unreachableFolder(dirname(holder)) ? 1 : 2)
  : [{ name: 'this user', uid: undefined }]

describe.each(people)('started by $name', ({ uid }) => {
  let folder: string
  let made: string
  const started: ChildProcess[] = []

  beforeAll(async () => {
    made = mkdtempSync(join(tmpdir(), 'claviger-embedded-'))
    if (isRoot && uid) chownSync(made, uid, uid)
    folder = made
    await ended((await start()).child, 'SIGTERM')
    started.length = 0
  })
  afterAll(() => rmSync(made, { recursive: true }))

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'claviger-embedded-'))
    rmSync(folder, { recursive: true })
    const copied = spawnSync('cp', ['-a', made, folder])
    expect(copied.status).toBe(0)
  })

  afterEach(async () => {
    for (const child of started.splice(0)) await ended(child, 'SIGTERM')
    await until(() => postmaster(folder) === undefined)
    rmSync(folder, { recursive: true })
  })

  const start = async (
    path = process.env['PATH'] ?? '',
  ): Promise<{ child: ChildProcess; connection: EmbeddedConnection }> => {
    const child = spawn(process.execPath, [holder, folder], {
      ...(isRoot && uid ? { uid, gid: uid } : {}),
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    const said = await firstLine(child)
    if ('refused' in said) throw new Error(said.refused)
    return { child, connection: said.connection }
  }

  test('keeps its rows over a clean end and is private to its account', async () => {
    const first = await start()
    await rows(first.connection, 'create table kept (n int)')
    await rows(first.connection, 'insert into kept values (1)')
    await ended(first.child, 'SIGTERM')
    expect(postmaster(folder)).toBeUndefined()

    const second = await start()
    expect(await rows(second.connection, 'select n from kept')).toEqual([{ n: 1 }])
    expect(
      await rows(
        second.connection,
        `select current_setting('fsync') as sync, current_setting('data_checksums') as sums`,
      ),
    ).toEqual([{ sync: 'on', sums: 'on' }])
    expect(await rows(second.connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0)
    expect(statSync(join(folder, 'postgres.password')).mode & 0o077).toBe(0)
    await expect(rows({ ...second.connection, password: 'password' }, 'select 1')).rejects.toThrow(/password/)
  })

  test('is restarted with every committed row when it is killed', async () => {
    const { connection } = await start()
    await rows(connection, 'create table kept as select generate_series(1, 500) as n')
    const before = postmaster(folder)
    process.kill(before ?? 0, 'SIGKILL')
    await until(() => postmaster(folder) !== undefined && postmaster(folder) !== before && isReady(folder))
    expect(await rows(connection, 'select count(*)::int as n from kept')).toEqual([{ n: 500 }])
  })

  test('starts with its data after server and database were killed together', async () => {
    const { child, connection } = await start()
    await rows(connection, 'create table kept as select generate_series(1, 500) as n')
    const killed = postmaster(folder) ?? 0
    await ended(child, 'SIGKILL', () => process.kill(killed, 'SIGKILL'))
    const next = await start()
    expect(await rows(next.connection, 'select count(*)::int as n from kept')).toEqual([{ n: 500 }])
  })

  test('replaces a database that outlived its server', async () => {
    const { child, connection } = await start('/nowhere')
    await rows(connection, 'create table kept as select 7 as n')
    const orphan = postmaster(folder)
    await ended(child, 'SIGKILL')
    expect(commandOf(orphan ?? 0)).toContain('postgres')
    const next = await start()
    expect(postmaster(folder)).not.toBe(orphan)
    expect(await rows(next.connection, 'select n from kept')).toEqual([{ n: 7 }])
  })

  test('refuses a folder that another server uses', async () => {
    await start()
    await expect(start()).rejects.toThrow(/Another Claviger is using/)
  })
})

test('a folder that the PostgreSQL account cannot access is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'claviger-closed-'))
  chmodSync(folder, 0o700)
  expect(unreachableFolder(join(folder))).toBe(folder)
  chmodSync(folder, 0o711)
  expect(unreachableFolder(join(folder))).toBeUndefined()
  rmSync(folder, { recursive: true })
})

test('only root runs PostgreSQL under another account', () => {
  expect(accountForPostgres() !== undefined).toBe(isRoot)
})

const rows = async (connection: EmbeddedConnection, sql: string): Promise<unknown[]> => {
  const client = new Client({ ...connection })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const firstLine = (child: ChildProcess): Promise<{ connection: EmbeddedConnection } | { refused: string }> =>
  new Promise((done, failed) => {
    let errors = ''
    child.stderr?.on('data', (text: Buffer) => (errors += text.toString()))
    child.stdout?.once('data', (text: Buffer) => done(JSON.parse(text.toString())))
    child.once('close', code => failed(new Error(`the holder ended with ${code}: ${errors}`)))
  })

const ended = async (child: ChildProcess, signal: NodeJS.Signals, also = () => {}): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(done => child.once('close', done))
  child.kill(signal)
  also()
  await gone
}

const noteOf = (folder: string) => {
  const file = join(folder, 'postgres', 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

const isReady = (folder: string) => noteOf(folder)[7]?.trim() === 'ready'

const commandOf = (pid: number): string => {
  const found = spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  return found.stdout
}

const postmaster = (folder: string): number | undefined => {
  const pid = Number(noteOf(folder)[0] ?? 0)
  return pid > 0 && commandOf(pid).includes(folder) ? pid : undefined
}

const until = async (holds: () => boolean): Promise<void> => {
  await expect.poll(holds, { timeout: 20_000, interval: 50 }).toBe(true)
}
