import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { databaseAt, templateName } from '#test/app/template.ts'
import { builtProgram } from '#test/processes/build-server.ts'
import { MigrationRefusal } from './migrate.ts'
import { upgradeDatabase } from './prepare.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const url = inject('databaseUrl')
const operator = new pg.Client(url)
await operator.connect()
const name = `migrate_${process.pid}_${Date.now().toString(36)}`
await operator.query(`create database ${name} template ${templateName}`)
const here = new pg.Client(databaseAt(url, name))
await here.connect()
afterAll(async () => {
  await here.end()
  await operator.query(`drop database ${name} with (force)`)
  await operator.end()
})

const run = (program: 'main' | 'admin', ...words: string[]) => {
  const ended = spawnSync(process.execPath, [builtProgram(program), ...words], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseAt(url, name),
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    encoding: 'utf8',
    timeout: 100_000,
  })
  return { code: ended.status, said: ended.stderr, printed: ended.stdout }
}

const past = async () => (await here.query('select * from migrations order by name')).rows as object[]

async function refusal(): Promise<string> {
  const before = await past()
  const client = new pg.Client(databaseAt(url, name))
  await client.connect()
  try {
    const said = await upgradeDatabase(client).then(String, (error: unknown) => {
      if (error instanceof MigrationRefusal) return error.message
      throw error
    })
    expect(await past()).toEqual(before)
    return said
  } finally {
    await client.end()
  }
}

test('a database created with a different migration is refused, with the file and the remedy', async () => {
  const [file] = (await past()) as { name: string; checksum: string }[]
  if (!file) throw new Error('nothing was applied')
  await here.query(`update migrations set checksum = repeat('0', 64) where name = $1`, [file.name])
  // A missing older migration must not be applied to a newer database
  await here.query('delete from migrations where name = (select max(name) from migrations)')
  const said = await refusal()
  expect(said).toContain(`server/migrations/${file.name}`)
  expect(said).toMatch(/Nothing was changed[^]*start the version of Claviger that created[^]*new database/)
  // Server and command print only this, without a stack trace
  expect(run('main')).toEqual({ code: 1, said: `${said}\n`, printed: '' })
  expect(run('admin', 'jobs')).toEqual({ code: 1, said: `${said}\n`, printed: '' })
  await here.query('update migrations set checksum = $2 where name = $1', [file.name, file.checksum])
})

test('a database without migration checksums is refused', async () => {
  await here.query('alter table migrations rename column checksum to other')
  expect(await refusal()).toContain('server/migrations/0001_ground.sql')
  await here.query('alter table migrations rename column other to checksum')
})

test('a database with a migration that is unknown to this version is refused', async () => {
  await here.query(`insert into migrations (name, checksum) values ('9999_later.sql', repeat('0', 64))`)
  expect(await refusal()).toMatch(/9999_later\.sql[^]*newer version of Claviger[^]*new database/)
})
