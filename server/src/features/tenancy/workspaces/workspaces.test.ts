import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { countInstallation } from '#features/governance/installation/installation.jobs.ts'
import { pictureOf } from './workspaces.image.ts'
import { createWorkspace, faceOf, freeSlug } from './workspaces.ts'

const home = await startTestApp()
const png = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex').toString('base64')}`

const inside = <T>(work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
  transact(home.world, { actor: { kind: 'nobody' }, request: { id: 'test', ip: '127.0.0.1', userAgent: '' } }, work)

test('a workspace has a public profile and an icon that can be cached forever', async () => {
  const id = await inside(ctx =>
    createWorkspace(ctx, { name: 'Nordic Keys', slug: 'nordic-keys', type: 3, icon: pictureOf(png) }),
  )
  const face = await inside(ctx => faceOf(ctx, 'Nordic-Keys'))
  expect(face).toMatchObject({ id, name: 'Nordic Keys', type: 3, status: 1 })
  const address = new URL(face?.icon ?? '', 'http://x')
  const kept = await home.app.inject({ url: address.pathname + address.search })
  expect([
    kept.statusCode,
    kept.headers['cache-control'],
    kept.headers['x-content-type-options'],
    kept.headers['content-type'],
  ]).toEqual([200, 'public, max-age=31536000, immutable', 'nosniff', 'image/png'])
  const plain = await home.app.inject({ url: address.pathname })
  expect([plain.statusCode, plain.headers['cache-control']]).toEqual([200, 'no-cache'])
})

test('a missing icon, an unknown workspace, and an invalid ID return 404, 404, and 422', async () => {
  const ask = async (id: string) => (await home.as(undefined).ask(workspaces.icon, { id })).status
  expect(await ask(home.given.owner.workspace)).toBe(404)
  expect(await ask('01890000-0000-7000-8000-000000000000')).toBe(404)
  expect(await ask('../../etc/passwd')).toBe(422)
})

describe('a workspace address', () => {
  test.each([
    ['free-one', true],
    [' Free-One ', true],
    ['northgate', false],
    ['NORTHGATE', false],
    ['admin', false],
    ['self-service', false],
    ['ab', false],
    ['with space', false],
    ['', false],
  ])('%j is available: %s', async (workspaceId, available) => {
    const told = await home.as(undefined).tell(workspaces.checkId, { workspaceId })
    expect(told.available).toBe(available)
    expect(typeof told.reason).toBe(available ? 'object' : 'string')
  })

  test('is generated from any name', async () => {
    const made: string[] = []
    for (const name of ['Ada Byron', 'Åse Ødegård', '李', 'Admin', 'Northgate']) {
      made.push(await inside(ctx => freeSlug(ctx, name)))
    }
    expect(made).toEqual([
      'ada-byron',
      'ase-degard',
      'my-workspace',
      'my-admin',
      expect.stringMatching(/^northgate-[0-9a-f]{8}$/),
    ])
  })
})

describe('the list of all workspaces', () => {
  const list = (input: Record<string, unknown>) =>
    home.as(home.given.superAdmin.accessToken).tell(workspaces.all, input)

  test('shows users and owner, and can be searched and sorted', async () => {
    const { items } = await list({ search: 'northgate', pageSize: 100 })
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ slug: 'northgate', users: 5, owner: home.given.owner.email })
    const byAge = await list({ sort: 'created', order: 'desc', pageSize: 2 })
    expect(byAge.next).not.toBeNull()
    const next = await list({ sort: 'created', order: 'desc', pageSize: 2, after: byAge.next })
    expect(next.items.map(item => item.id)).not.toContain(byAge.items[0]?.id)
    expect((await list({ search: '100%_' })).items).toEqual([])
  })

  test('and its figures are for super administrators only', async () => {
    for (const endpoint of [workspaces.all, workspaces.counts]) {
      expect((await home.as(home.given.owner.accessToken).ask(endpoint)).status).toBe(403)
      expect((await home.as(undefined).ask(endpoint)).status).toBe(401)
    }
    await countInstallation.work(home.world, {})
    const counts = await home.as(home.given.superAdmin.accessToken).tell(workspaces.counts, {})
    expect(counts.total).toBe(counts.byType.reduce((sum, one) => sum + one.count, 0))
    expect(counts.users).toBeGreaterThanOrEqual(8)
  })
})
