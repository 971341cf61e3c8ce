import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { expect, test } from 'vitest'
import { startTestApp, twinOf } from '#test/app/test-app.ts'

const home = await startTestApp()
const { app, as, given, world } = home
const north = as(given.owner.accessToken)
const south = as(given.ownerElsewhere.accessToken)
const reserved = { status: 409, body: { code: 'workspace-url-taken', message: expect.stringContaining('reserved') } }

const free = async (workspaceId: string) => (await as(undefined).tell(workspaces.checkId, { workspaceId })).available

test('a former address of a workspace is reserved for it for one year', async () => {
  await north.tell(workspaceSettings.update, { url: 'north-hospital' })
  expect(await free('northgate')).toBe(false)
  expect(await south.ask(workspaceSettings.update, { url: 'northgate' })).toMatchObject(reserved)
  // The workspace that had it takes it back, and so gives up the other one
  await north.tell(workspaceSettings.update, { url: 'northgate' })
  expect(await south.ask(workspaceSettings.update, { url: 'north-hospital' })).toMatchObject(reserved)
  await north.tell(workspaceSettings.update, { url: 'north-hospital' })
  await world.superPool.query(`update freed_addresses set freed_at = now() - interval '366 days'`)
  expect(await free('northgate')).toBe(true)
  await south.tell(workspaceSettings.update, { url: 'northgate' })
  expect(await north.ask(workspaceSettings.update, { url: 'northgate' })).toMatchObject({
    body: { message: 'This workspace address is already in use' },
  })
  await south.tell(workspaceSettings.update, { url: 'southgate' })
  await world.superPool.query('delete from freed_addresses')
  await north.tell(workspaceSettings.update, { url: 'northgate' })
})

test('the database enforces the reservation, even for a change that waits for the freeing one', async () => {
  const [first, second] = [await world.superPool.connect(), await world.superPool.connect()]
  const rename = 'update workspaces set slug = $2 where id = $1'
  try {
    await first.query('begin')
    await first.query(rename, [given.owner.workspace, 'north-hospital'])
    const waiting = second.query(rename, [given.ownerElsewhere.workspace, 'northgate'])
    const refused = expect(waiting).rejects.toMatchObject({ code: '23505', constraint: 'workspaces_slug' })
    await expect
      .poll(async () => {
        const { rows } = await world.pool.query(
          `select from pg_locks l join pg_database d on d.oid = l.database
           where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
        )
        return rows.length
      })
      .toBe(1)
    await first.query('commit')
    await refused
    await first.query(rename, [given.owner.workspace, 'northgate'])
  } finally {
    first.release()
    second.release()
  }
})

test('an address of a deleted workspace stays reserved', async () => {
  const { rows } = await world.superPool.query<{ id: string }>(
    `insert into workspaces (id, slug, name, type, sealed_key) values (gen_random_uuid(), 'closed-clinic', 'Closed', 1, '') returning id`,
  )
  await world.superPool.query('delete from workspaces where id = $1', [rows[0]?.id])
  expect(await free('closed-clinic')).toBe(false)
  expect(await south.ask(workspaceSettings.update, { url: 'closed-clinic' })).toMatchObject(reserved)
})

test('the address of a card page is reserved in the same way', async () => {
  const page = { page: 'badge-desk', name: 'Badge desk', draft: true }
  await north.tell(selfServicePages.create, page)
  await north.tell(selfServicePages.remove, { page: page.page })
  expect(await south.ask(selfServicePages.create, page)).toMatchObject({
    status: 409,
    body: { code: 'page-address-taken', message: expect.stringContaining('reserved') },
  })
  await north.tell(selfServicePages.create, page)
  await north.tell(selfServicePages.remove, { page: page.page })
  await world.superPool.query(`update freed_addresses set freed_at = now() - interval '366 days'`)
  await south.tell(selfServicePages.create, page)
})

test('every process forgets the issuer at a former address within seconds', async () => {
  const twin = await twinOf(home)
  const statuses = async () => {
    const url = '/oidc/northgate/.well-known/openid-configuration'
    return [(await app.inject({ url })).statusCode, (await twin.app.inject({ url })).statusCode]
  }
  expect(await statuses()).toEqual([200, 200])
  await north.tell(workspaceSettings.update, { url: 'north-hospital' })
  await expect.poll(statuses, { timeout: 15_000, interval: 500 }).toEqual([404, 404])
  await north.tell(workspaceSettings.update, { url: 'northgate' })
  await expect.poll(statuses, { timeout: 15_000, interval: 500 }).toEqual([200, 200])
})
