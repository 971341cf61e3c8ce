import { createServer } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, expect, inject as provided, test, vi } from 'vitest'
import { house } from '../house.ts'
import { databaseAt } from '../template.ts'
import { startServer } from './processes.ts'

// Each step starts a whole process, on a machine that may be busy with other tests
vi.setConfig({ testTimeout: 60_000 })

const url = provided('databaseUrl')
const { world } = await house()
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
})

const changed = (address: string, change: (url: URL) => void) => {
  const copy = new URL(address)
  change(copy)
  return copy.toString()
}
const nobody = 'postgres://claviger:secret@127.0.0.1:1/claviger'

test.each([
  [
    'the database does not answer',
    { DATABASE_URL: nobody },
    /does not answer: .*ECONNREFUSED.*DATABASE_URL says where/,
  ],
  [
    'there is no such database',
    { DATABASE_URL: databaseAt(url, none) },
    new RegExp(`The database ${none} .*does not exist\\. Create it`),
  ],
  [
    'the login may not make tables',
    {
      DATABASE_URL: changed(databaseAt(url, empty), address => {
        address.username = stranger
        address.password = 'secret'
      }),
    },
    /DATABASE_OWNER_URL/,
  ],
  [
    'the key is another one',
    { DATABASE_URL: here, MASTER_KEY: Buffer.alloc(32, 9).toString('base64') },
    /MASTER_KEY is not the key that the secrets of this database are sealed with/,
  ],
])('where %s one sentence says so', async (_, env, says) => {
  const why = await startServer(env).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  expect(why).toMatch(says)
  expect(why).not.toMatch(/\n\s+at |"stack"/)
})

test('where the port is taken one sentence says so, and names the setting', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const why = await startServer({ DATABASE_URL: here, PORT: String(port) }).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  other.close()
  expect(why).toContain(`Another program listens at 127.0.0.1, port ${port}. PORT chooses another one`)
  expect(why).not.toMatch(/\n\s+at |"stack"/)
})
