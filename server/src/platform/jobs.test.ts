import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { openAppContext } from '../open-app-context.ts'
import { atEnd } from '#test/app/at-end.ts'
import { startTestApp, twinOf } from '#test/app/test-app.ts'
import { Wire } from '#test/faults/wire.ts'
import { openJobPool } from './db/pool/pool.ts'
import { openJobs } from './jobs.ts'

const home = await startTestApp()
const { given, mailTo } = home

test('a job that another process stores is found, and the next one as well', async () => {
  const elsewhere = (await twinOf(home)).as((await given.session(given.owner)).accessToken)
  for (const userId of ['nora', 'otto']) {
    const email = `${userId}@northgate.example`
    await elsewhere.tell(users.create, { userId, firstName: 'Nora', lastName: 'North', email, invite: true })
    expect((await mailTo(email)).subject).toMatch(/Northgate/)
  }
})

test('jobs are found again after all connections were lost silently', async () => {
  const { config, log, superPool } = home.world
  const database = new URL(config.databaseUrl ?? '')
  const { host, port = database.port } = Object.fromEntries(database.searchParams)
  const wire = new Wire(host?.startsWith('/') ? `${host}/.s.PGSQL.${port}` : Number(port))
  database.host = `127.0.0.1:${await wire.listen()}`
  database.search = ''
  const twin = await openAppContext(config, { connectionString: database.href }, log, home.clock)
  const done: string[] = []
  const kind = {
    name: 'note',
    work: async (_: unknown, { text }: { text: string }) => void done.push(text),
  }
  const elsewhere = await openJobs(
    openJobPool({ connectionString: config.databaseUrl }, () => undefined),
    [kind],
    () => undefined,
  )
  atEnd(async () => {
    await elsewhere.stop()
    await twin.close()
    wire.close()
  })
  const store = async (text: string) => {
    const { text: statement, values } = await elsewhere.part(kind, { text })
    await superPool.query(statement, [...values])
  }
  twin.jobs.work(twin, [kind])
  await store('before')
  await expect.poll(() => done).toEqual(['before'])
  wire.leaveHalfOpen()
  await store('after')
  await expect.poll(() => done).toEqual(['before', 'after'])
})
