import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject as provided, test, vi } from 'vitest'
import { startTestApp } from '../app/test-app.ts'
import { databaseAt } from '../app/template.ts'
import { startFaultOf } from '#platform/db/start-fault.ts'
import { maySmallDisk, startOnDisk, startServer } from './processes.ts'

vi.setConfig({ testTimeout: 60_000 })

const url = provided('databaseUrl')
const { world } = await startTestApp()
const here = world.config.databaseUrl as string
const operator = new pg.Client(url)
await operator.connect()
const stranger = `stranger_${process.pid}`
const [empty, none] = [`empty_${process.pid}`, `none_${process.pid}`]
await operator.query(`create database ${empty}`)
await operator.query(`create role ${stranger} login password 'secret'`)
afterAll(async () => {
  await operator.query(`drop database ${empty}`)
  await operator.query(`drop role ${stranger}`)
  await operator.end()
  rmSync(disk, { recursive: true })
})
const disk = mkdtempSync(join(tmpdir(), 'claviger-disk-'))

const changed = (address: string, change: (url: URL) => void) => {
  const copy = new URL(address)
  change(copy)
  return copy.toString()
}
const nobody = 'postgres://claviger:secret@127.0.0.1:1/claviger'

test.each([
  ['the database does not answer', { DATABASE_URL: nobody }, /doesn't respond: .*ECONNREFUSED.*Check DATABASE_URL/],
  [
    'the database does not exist',
    { DATABASE_URL: databaseAt(url, none) },
    new RegExp(`The database ${none} .*doesn't exist\\. Create it`),
  ],
  [
    "the database login can't create tables",
    {
      DATABASE_URL: changed(databaseAt(url, empty), address => {
        address.username = stranger
        address.password = 'secret'
      }),
    },
    /DATABASE_OWNER_URL/,
  ],
  [
    'the master key belongs to another database',
    { DATABASE_URL: here, MASTER_KEY: Buffer.alloc(32, 9).toString('base64') },
    /MASTER_KEY is not the master key of this database/,
  ],
])('if %s, the start fails with one sentence', async (_, env, says) => {
  const why = await startServer(env).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  expect(why).toMatch(says)
  expect(why).not.toMatch(/\n\s+at |"stack"/)
})

test('if the port is taken, the start fails with one sentence that names the setting', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const why = await startServer({ DATABASE_URL: here, PORT: String(port) }).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  other.close()
  expect(why).toContain(`Another program already listens on 127.0.0.1, port ${port}. Set another PORT`)
  expect(why).not.toMatch(/\n\s+at |"stack"/)
})

const noRoom = `The disk is full. There is no space for ${disk} or the database`

// A container may not be allowed to mount a disk
test.skipIf(!maySmallDisk(disk)).each([
  ['no file', 'nr_inodes=1', {}, noRoom],
  [
    'no master key',
    'size=4k,nr_inodes=1',
    { MASTER_KEY: '' },
    `MASTER_KEY is not set, and a new key can't be stored in ${disk}`,
  ],
  ['no database', 'size=12m', {}, noRoom],
])('if the disk has room for %s, one line says that it is full', async (_, options, env, says) => {
  const why = await startOnDisk(options, disk, env).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  const lines = why
    .trim()
    .split('\n')
    .filter(line => !line.endsWith(':'))
  expect(lines).toEqual([expect.stringContaining(says)])
})

test('a full disk is named in one line, whichever part reports it', async () => {
  const byNode: unknown = await writeFile('/dev/full', 'x').catch((error: unknown) => error)
  const byPostgres = new Error('PostgreSQL did not start:\nFATAL:  could not write: No space left on device')
  for (const error of [byNode, byPostgres, Object.assign(new Error('could not extend file'), { code: '53100' })])
    expect(startFaultOf(error, { ...world.config, dataFolder: disk })).toBe(noRoom)
})
