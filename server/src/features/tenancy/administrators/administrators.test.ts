import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isLastOwner, makeAdministrator, makeSuperAdministrator, ownersOf } from './administrators.ts'

const home = await startTestApp()
const inside = <T>(workspace: string, work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
  transact(
    home.world,
    { actor: { kind: 'nobody' }, request: { id: 'test', ip: '127.0.0.1', userAgent: '' }, workspace },
    work,
  )

test('an owner is the last one until another is appointed, and again when that one is suspended', async () => {
  const { owner, administrator } = home.given
  expect(await inside(owner.workspace, ctx => isLastOwner(ctx, owner.id))).toBe(true)
  expect(await inside(owner.workspace, ctx => isLastOwner(ctx, administrator.id))).toBe(false)
  await inside(owner.workspace, ctx => makeAdministrator(ctx, administrator.id, 1))
  expect(await inside(owner.workspace, ctx => isLastOwner(ctx, owner.id))).toBe(false)
  const owners = await inside(owner.workspace, ctx => ownersOf(ctx))
  expect(owners.map(one => one.name).toSorted()).toEqual(['Ada Byron', 'Grace Hopper'])
  await home.given.addActiveKeys([administrator.id])
  await testData(home).suspend(administrator.id)
  expect(await inside(owner.workspace, ctx => isLastOwner(ctx, owner.id))).toBe(true)
  const log = await home.as(owner.accessToken).tell(activity.list, { action: 'administrator.created' })
  expect(log.items).toHaveLength(1)
  expect(log.items[0]).toMatchObject({ objectName: 'Grace Hopper', after: { role: 'Owner' } })
})

test('a super administrator can see all workspaces', async () => {
  const { user } = home.given
  await inside(user.workspace, ctx => makeSuperAdministrator(ctx, user.id))
  await inside(user.workspace, ctx => makeSuperAdministrator(ctx, user.id))
  const answer = await home.app.inject({ url: '/superAdmin/workspaces', headers: { authorization: user.accessToken } })
  expect(answer.statusCode).toBe(200)
})
