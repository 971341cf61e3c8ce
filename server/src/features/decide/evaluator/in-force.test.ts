import { PolicyContent } from '@claviger/contract/decide/policy-content'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApp } from '#test/app/test-app.ts'
import { putPolicies } from '#test/api/policies.ts'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { compile } from './evaluator.ts'
import { contentInForce, idOfDraft, setInForce, setOfVersion, withDrafts } from './evaluator.in-force.ts'
import { chooseDefault } from './evaluator.set.ts'

const home = await startTestApp()
const { given, world } = home
const request = { id: 'test', ip: '::1', userAgent: '' }
const inside = <T>(work: (ctx: TransactionContext) => Promise<T>, workspace = given.owner.workspace) =>
  transact(world, { actor: { kind: 'nobody' }, request, workspace }, work)
const named = (name: string, priority = 10, action: 0 | 1 = 0) => z.parse(PolicyContent, { name, priority, action })

test('without policies, needs no facts and allows everything', async () => {
  const set = await inside(setInForce, given.ownerElsewhere.workspace)
  expect(set).toMatchObject({ trivial: true, version: 0, defaultAction: 1 })
  expect(set.asks.size).toBe(0)
  expect(await inside(contentInForce, given.ownerElsewhere.workspace)).toMatchObject({ policies: [], lists: [] })
})

test('a set is compiled once, and a change takes effect when it commits', async () => {
  const [id] = await putPolicies(home, [{ name: 'First' }])
  const first = await inside(setInForce)
  expect(first.policies.map(one => one.id)).toEqual([id])
  expect(await inside(setInForce)).toBe(first)
  expect(await inside(ctx => setOfVersion(ctx, first.version))).toBe(first)
  await putPolicies(home, [{ name: 'Second' }, { name: 'Off', state: 0 }])
  const second = await inside(setInForce)
  expect(second.version).toBe(first.version + 1)
  expect(second.policies.map(one => one.name)).toEqual(['Second'])
  expect(await inside(ctx => setOfVersion(ctx, first.version))).toBe(second)
})

test('a rolled-back change is invisible to others', async () => {
  await putPolicies(home, [{ name: 'Stays' }], { defaultAction: 1 })
  const before = await inside(setInForce)
  const undone = inside(async ctx => {
    await chooseDefault(ctx, 0)
    expect(await setInForce(ctx)).toMatchObject({ version: before.version + 1, defaultAction: 0 })
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  expect(await inside(setInForce)).toBe(before)
  await putPolicies(home, [{ name: 'Comes' }], { defaultAction: 1 })
  const after = await inside(setInForce)
  expect(after).toMatchObject({ version: before.version + 1, defaultAction: 1 })
  expect(after.policies.map(one => one.name)).toEqual(['Comes'])
})

test('drafts replace policies in effect, and policies that are off stay', async () => {
  const [changed = '', gone = ''] = await putPolicies(home, [
    { name: 'Changed' },
    { name: 'Gone' },
    { name: 'Off', state: 0 },
  ])
  const drafts = [
    { _id: changed, content: named('Written anew', 500, 1) },
    { _id: gone, content: null },
    { _id: null, content: named('New', 5) },
  ]
  const set = withDrafts(await inside(contentInForce), drafts, 0)
  expect(set.policies.map(({ id, version, content }) => [id, version, content.name])).toEqual([
    [changed, 2, 'Written anew'],
    [expect.any(String), 1, 'Off'],
    [idOfDraft(2), 1, 'New'],
  ])
  const compiled = compile(set)
  expect(compiled.policies.map(one => one.name)).toEqual(['New', 'Written anew'])
  expect(compiled.defaultAction).toBe(0)
  expect((await inside(setInForce)).policies.map(one => one.name)).toEqual(['Changed', 'Gone'])
})
