import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { activity } from '@claviger/contract/oversight/activity'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { users } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { permissionsOf, permissionsOfKeys, type WorkspaceRole } from '@claviger/contract/platform/permissions'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { notifyOfOrphans } from './api-keys.jobs.ts'

const home = await startTestApp()
const { as, given, world, clock, mailTo } = home
const { workspace } = given.owner
const { accept, activate, addUnit, appoint, appointOver, deactivate, dismiss, owner, remove, suspend } = testData(home)

let count = 0
async function maker(role: WorkspaceRole = 2, more: Record<string, unknown> = {}) {
  const id = await given.addUser('Maker', `No${count++}`)
  await appoint(id, role, role === 2 ? [] : [1])
  const { accessToken } = await given.session({ id, workspace })
  const { key, value } = await as(accessToken).tell(apiKeys.create, { name: `Key ${count}`, type: 0, ...more })
  return { id, accessToken, key, value }
}

async function suspended(id: string) {
  await given.addActiveKeys([id])
  await suspend(id)
}
const refusal = async (value: string) => {
  const answer = await as(value).ask(users.counts)
  return answer.status === 200 ? 'lets in' : `${answer.status} ${String(answer.body['code'])}`
}
const listed = async (id: string) => (await (await owner()).tell(apiKeys.list, {})).items.find(key => key.id === id)

const partings: [string, (id: string) => Promise<unknown>][] = [
  ['is suspended', suspended],
  ['is deactivated', deactivate],
  ['is deleted', remove],
  ['is permanently removed', id => world.superPool.query('delete from users where id = $1', [id])],
  ['is no longer an administrator', dismiss],
  [
    'only administers organization units',
    async id => {
      await dismiss(id)
      await appointOver(id, [await addUnit(`Of maker ${String(count)}`)])
    },
  ],
]

describe('a key never exceeds the permissions of its creator', () => {
  test.each(partings)('when the creator %s, the key is refused immediately with a reason', async (_how, part) => {
    const { id, key, value } = await maker()
    expect(await refusal(value)).toBe('lets in')
    await part(id)
    expect(await refusal(value)).toBe('401 api-key-orphaned')
    expect(await as(value).ask(groups.create, { name: 'x' })).toMatchObject({ status: 401 })
    expect(await listed(key.id)).toMatchObject({ standing: 'orphaned' })
  })

  test.each([1, 2, 3, 4, 5] as const)(
    'when the creator gets role %i, the key keeps only permissions that both have',
    async role => {
      const { id, key, value } = await maker(2, { scopes: ['users.read', 'groups.write', 'activity.read'] })
      await (await owner()).tell(administrators.update, { id, role })
      if (role === 1) await accept(id)
      const held = permissionsOf({ accountRole: 2, workspaceRole: role, additional: [] })
      const calls = [
        ['users.read', users.counts, {}],
        ['groups.write', groups.create, { name: `Of role ${role}` }],
        ['activity.read', activity.list, {}],
        ['users.write', users.sendVerify, { id }],
      ] as const
      const left = key.scopes?.filter(may => held.has(may as 'users.read')) ?? []
      for (const [may, call, input] of calls) {
        const { status } = await as(value).ask(call, input)
        expect([may, status]).toEqual([may, left.length === 0 ? 401 : left.includes(may) ? 200 : 403])
      }
      expect((await listed(key.id))?.standing).toBe(
        left.length === 0 ? 'orphaned' : left.length === 3 ? 'whole' : 'less',
      )
    },
  )

  test('a key created by a key depends on the same user', async () => {
    const { id, value } = await maker()
    await grant(
      (await as(value).tell(apiKeys.list, {})).items.find(one => value.startsWith(one.start) && one.keeperId === id)
        ?.id ?? '',
      ['api-keys.write'],
    )
    const child = await as(value).tell(apiKeys.create, { name: 'Child', type: 0 })
    await suspended(id)
    expect(await refusal(child.value)).toBe('401 api-key-orphaned')
  })

  test('a refused key works again when the permissions of its creator are restored', async () => {
    const { id, value } = await maker()
    await suspended(id)
    expect(await refusal(value)).toBe('401 api-key-orphaned')
    await activate(id)
    expect(await refusal(value)).toBe('lets in')
  })

  test.each([keyTypes.sharedMobile, keyTypes.clients])(
    'a key of type %i belongs to the workspace devices and stays valid',
    async type => {
      const { id, key } = await maker(2, { type })
      await remove(id)
      expect(await listed(key.id)).toMatchObject({ standing: 'whole', keeperLeft: true })
    },
  )
})

const grant = async (id: string, granted: string[]) => (await owner()).ask(apiKeys.grant, { id, granted })

describe('an owner', () => {
  test('takes over a key, which then depends on the owner', async () => {
    const { id, key, value } = await maker()
    await suspended(id)
    const taken = await (await owner()).tell(apiKeys.takeOver, { id: key.id })
    expect(taken).toMatchObject({ standing: 'whole', keeperId: given.owner.id, keeperName: 'Ada Byron' })
    expect(await refusal(value)).toBe('lets in')
    const lines = await (await owner()).tell(activity.list, { action: ['api-key.taken-over'] })
    expect(lines.items[0]).toMatchObject({ objectId: key.id, before: { keeper: taken.createdBy } })
  })

  test('is the only one who can take over keys or grant permissions, with a recent confirmation', async () => {
    const { key, accessToken, value } = await maker()
    const stale = (await given.session(given.owner)).accessToken
    clock.forward(6 * 60_000)
    for (const call of [apiKeys.takeOver, apiKeys.grant]) {
      const ask = (who: string) => as(who).ask(call, { id: key.id, granted: ['api-keys.write'] })
      expect(await ask(accessToken)).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
      expect(await ask(value)).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
      expect(await ask(stale)).toMatchObject({ status: 401, body: { code: 'verify-first' } })
    }
  })

  test('is notified once about a key that stopped with its creator, and again if it happens again', async () => {
    const { id, key } = await maker(2, { name: 'Payroll feed' })
    const told = async () =>
      (await (await owner()).tell(activity.list, { action: ['api-key.orphaned'] })).items.filter(
        line => line.objectId === key.id,
      ).length
    await notifyOfOrphans.work(world, {})
    expect(await told()).toBe(0)
    await suspended(id)
    for (let times = 0; times < 2; times++) await notifyOfOrphans.work(world, {})
    expect(await told()).toBe(1)
    await expect.poll(async () => (await mailTo(given.owner.email)).subject).toContain('Payroll feed')
    await activate(id)
    await notifyOfOrphans.work(world, {})
    await suspended(id)
    await notifyOfOrphans.work(world, {})
    expect(await told()).toBe(2)
  })
})

describe('actions that require a recent passkey confirmation', () => {
  const make = (value: string) => as(value).ask(apiKeys.create, { name: 'Made by a key', type: 0 })

  test('are allowed to a key only with a permission that an owner granted for them', async () => {
    const { key, value } = await maker()
    expect(await make(value)).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
    expect(await grant(key.id, ['admins.write'])).toMatchObject({ status: 200 })
    expect(await make(value)).toMatchObject({ status: 403 })
    expect(await grant(key.id, ['api-keys.write'])).toMatchObject({
      status: 200,
      body: { granted: ['api-keys.write'] },
    })
    expect(await make(value)).toMatchObject({ status: 200 })
    expect(await grant(key.id, [])).toMatchObject({ status: 200 })
    expect(await make(value)).toMatchObject({ status: 403 })
    const { items } = await (await owner()).tell(activity.list, { action: ['api-key.granted'] })
    expect(items.filter(line => line.objectId === key.id)).toHaveLength(3)
  })

  test('can be granted by an owner while creating the key, and by no other', async () => {
    const asked = { name: 'Granted', type: 0, granted: ['api-keys.write' as const] }
    const { value } = await (await owner()).tell(apiKeys.create, asked)
    expect(await make(value)).toMatchObject({ status: 200 })
    const { accessToken } = await maker()
    expect(await as(accessToken).ask(apiKeys.create, asked)).toMatchObject({
      status: 403,
      body: { code: 'beyond-own' },
    })
    expect(await as(value).ask(apiKeys.create, asked)).toMatchObject({ status: 403, body: { code: 'beyond-own' } })
  })

  test('cannot be granted to a key that lacks the permission', async () => {
    const { key } = await maker(2, { scopes: ['users.read'] })
    expect(await grant(key.id, ['api-keys.write'])).toMatchObject({ status: 422 })
    expect(await grant(key.id, ['no.such'])).toMatchObject({ status: 422 })
    expect(permissionsOfKeys).not.toContain('api-keys.grant')
  })
})

test('the preview of a suspension or deletion lists only the API keys that stop with the users', async () => {
  const [first, second] = [await maker(), await maker()]
  const plain = await given.addUser('Keeps', 'Nothing')
  const preview = async (act: 'suspend' | 'delete' | 'invite', ...ids: string[]) =>
    (await (await owner()).tell(bulkRuns.preview, { act, ids })).apiKeys
  const names = [first.key.name, second.key.name]
  expect(await preview('delete', first.id, second.id, plain)).toEqual(names)
  expect(await preview('suspend', first.id, plain)).toEqual([])
  await given.addActiveKeys([first.id])
  expect(await preview('suspend', first.id, plain)).toEqual([first.key.name])
  expect(await preview('invite', first.id)).toEqual([])
  expect(await preview('delete', plain)).toEqual([])
  const manager = as(first.accessToken)
  expect((await manager.tell(bulkRuns.preview, { act: 'delete', ids: [given.owner.id] })).apiKeys).toEqual([])
})
