import { pinAccepted, pinConfigOf, pinRules } from '@claviger/contract/platform/pin'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { activity } from '@claviger/contract/oversight/activity'
import { users } from '@claviger/contract/people/users'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { signInAgain } from '#test/app/renewed-session.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { keysChanged } from '#features/people/users/users.ts'
import { openPinDigest } from '../security-keys/security-keys.pins.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { keyById } from '../security-keys/security-keys.ts'
import { makePin } from '../security-keys/make-pin.ts'

const home = await startTestApp()
const { as, given, clock, world, mailTo } = home
const { workspace } = given.owner
const admin = signInAgain(home, given.administrator)

const inside = <T>(work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
  transact(world, { actor: { kind: 'nobody' }, request: { id: 't', ip: '', userAgent: '' }, workspace }, work)

async function cards(count: number, last: string, more: { verification?: number; status?: number } = {}) {
  const people = Array.from({ length: count }, () => newId())
  const keys = people.map(() => newId())
  await world.superPool.query(
    `insert into users (workspace_id, id, user_id, first_name, last_name, email)
     select $1, id, $3 || n, 'Card ' || n, $3, lower($3) || n || '@northgate.example' from unnest($2::uuid[]) with ordinality as list(id, n)`,
    [workspace, people, last],
  )
  await world.superPool.query(
    `insert into security_keys (workspace_id, id, user_id, kind, name, status, verification, credential_storage, proximity,
       audit, offline, remembered_pin_hours, activation, made_by_name, created_at, changed_at)
     select $1, id, owner, 2, $4, $6, $5, 2, false, true, false, 0, 1, 'Test', now(), now()
     from unnest($2::uuid[], $3::uuid[]) as list(id, owner)`,
    [workspace, keys, people, `Badge ${last}`, more.verification ?? 3, more.status ?? 20],
  )
  await inside(ctx => keysChanged(ctx, people))
  return { people, keys }
}
const finished = async (id: string) => {
  await expect
    .poll(async () => (await admin.tell(keyActCalls.get, { id })).finishedAt, { timeout: 20_000 })
    .not.toBeNull()
  return admin.tell(keyActCalls.get, { id })
}

test('a preview counts affected keys and the reasons for others, and changes nothing', async () => {
  const { keys } = await cards(3, 'Preview')
  const { keys: pending } = await cards(1, 'Waiting', { status: 30 })
  const owners = await given.addKey(given.owner.id, { name: "The owner's" })
  const own = await given.addKey(given.userManager.id)
  const manager = as((await given.session(given.userManager)).accessToken)
  const ids = [...keys, ...pending, owners, own, newId()]
  const preview = await manager.tell(keyActCalls.preview, { act: 'suspend', ids })
  expect(preview).toMatchObject({ total: 7, able: 3 })
  expect(new Map(preview.unable.map(one => [one.reason, one.count]))).toEqual(
    new Map([
      ['above-you', 1],
      ['own-key', 1],
      ['is-pending', 1],
      ['unknown', 1],
    ]),
  )
  expect(preview.names[0]).toMatch(/^Badge Preview · Card \d Preview$/)
  const verified = await manager.tell(keyActCalls.preview, { act: 'verification', verification: 4, ids })
  expect(verified.able).toBe(4)
})

test('a job suspends many keys with a result for each row, and an undo restores all', async () => {
  const { keys, people } = await cards(260, 'Many')
  const run = await admin.tell(keyActCalls.suspend, { all: true, filter: { search: 'badge many' } })
  expect(run).toMatchObject({ total: 260, finishedAt: null })
  expect(await finished(run.id)).toMatchObject({ processed: 260, succeeded: 260 })
  const { rows } = await world.superPool.query(
    'select count(*) filter (where k.status = 40) as suspended, count(*) filter (where u.active_keys = 0 and u.status = 31) as without from security_keys k join users u on u.id = k.user_id where k.id = any($1)',
    [keys],
  )
  expect(rows).toEqual([{ suspended: 260, without: 260 }])
  const page = await admin.tell(keyActCalls.rows, { id: run.id, pageSize: 2 })
  expect(page).toMatchObject({ total: 260, items: [{ done: true, reason: null, name: 'Badge Many' }, {}] })
  // If an administrator reactivates and suspends one, the undo must not touch it
  await admin.tell(keyActCalls.activateOne, { id: keys[0] as string })
  clock.forward(1000)
  await admin.tell(keyActCalls.suspendOne, { id: keys[0] as string })
  const undo = await admin.tell(keyActCalls.undo, { id: run.id })
  expect(await finished(undo.id)).toMatchObject({ total: 260, succeeded: 259 })
  expect((await admin.tell(users.get, { id: people[1] as string })).status).toBe(20)
  expect((await admin.tell(users.get, { id: people[0] as string })).status).toBe(31)
  const refused = await admin.tell(keyActCalls.rows, { id: undo.id, refused: true })
  expect(refused.items).toMatchObject([{ id: keys[0], reason: 'changed-since' }])
  expect(await admin.ask(keyActCalls.undo, { id: run.id })).toMatchObject({
    status: 409,
    body: { code: 'undo-refused' },
  })
})

test('an action cannot be undone after 30 minutes, and a deletion cannot be undone', async () => {
  const { keys } = await cards(2, 'Late')
  const run = await admin.tell(keyActCalls.offline, { ids: keys, offline: true })
  expect(run).toMatchObject({ succeeded: 2, undoUntil: expect.any(String) })
  clock.forward(minutes(31))
  const later = as((await given.session(given.administrator)).accessToken)
  expect(await later.ask(keyActCalls.undo, { id: run.id })).toMatchObject({ status: 409 })
  const gone = await later.tell(keyActCalls.remove, { ids: keys })
  expect(gone).toMatchObject({ succeeded: 2, undoUntil: null })
  const rows = await later.tell(keyActCalls.rows, { id: gone.id })
  expect(rows.items).toMatchObject([
    { name: 'Badge Late', owner: expect.stringContaining('Late'), done: true },
    { done: true },
  ])
  expect(await later.ask(securityKeys.get, { id: keys[0] as string })).toMatchObject({ status: 404 })
})

test('cards that need a PIN get it at the next tap or through an emailed card page link', async () => {
  const caller = as((await given.session(given.administrator)).accessToken)
  const { keys, people } = await cards(3, 'Pinned')
  await world.superPool.query('update users set email = null where id = $1', [people[2]])
  const asked = { ids: keys, verification: 4, pins: 'link' } as const
  const reasons = async () =>
    (await caller.tell(keyActCalls.preview, { act: 'verification', ...asked })).unable.map(one => one.reason)
  expect(await reasons()).toEqual(['no-page'])
  await as((await given.session(given.owner)).accessToken).tell(selfServicePages.create, { page: 'pins', name: 'Pins' })
  expect(await reasons()).toEqual(['no-email'])
  const run = await caller.tell(keyActCalls.verification, asked)
  expect(run).toMatchObject({ total: 3, succeeded: 2 })
  expect(await mailTo('pinned1@northgate.example')).toEqual({
    subject: 'Set the PIN of your security key',
    code: undefined,
    link: 'http://localhost:8080/self-service/pins?action=recovery',
  })
  expect(await caller.tell(securityKeys.get, { id: keys[0] as string })).toMatchObject({
    verification: 4,
    hasPin: false,
    pinDue: false,
  })
  const later = await caller.tell(keyActCalls.verification, {
    ids: [keys[2] as string],
    verification: 4,
    pins: 'later',
  })
  expect(later.succeeded).toBe(1)
  expect(await caller.tell(securityKeys.get, { id: keys[2] as string })).toMatchObject({ hasPin: false, pinDue: true })
  const back = await caller.tell(keyActCalls.undo, { id: later.id })
  expect(back.succeeded).toBe(1)
  expect(await caller.tell(securityKeys.get, { id: keys[2] as string })).toMatchObject({
    verification: 3,
    pinDue: false,
  })
  const pinless = await caller.tell(keyActCalls.verification, { ids: keys, verification: 3 })
  expect(pinless.succeeded).toBe(2)
  const hard = await given.addKey(given.user.id)
  const rows = await caller.tell(keyActCalls.rows, {
    id: (await caller.tell(keyActCalls.verification, { ids: [hard], verification: 4 })).id,
  })
  expect(rows.items).toMatchObject([{ done: false, reason: 'not-of-kind' }])
})

test('a PIN is entered, or generated by the rules and shown once, and never logged', async () => {
  const caller = as((await given.session(given.administrator)).accessToken)
  const { keys } = await cards(1, 'Reset', { verification: 4 })
  const deviceId = keys[0] as string
  expect(await caller.ask(keyActCalls.resetPin, { deviceId, pin: '12' })).toMatchObject({
    status: 422,
    body: { code: 'pin-unfit' },
  })
  expect(await caller.tell(keyActCalls.resetPin, { deviceId, pin: '86427531' })).toEqual({
    ok: true,
    pin: null,
    mailed: false,
  })
  const digest = await inside(async ctx => openPinDigest(await sealerOfWorkspace(ctx), (await keyById(ctx, deviceId))!))
  // LEFT(SHA-256('86427531'), 16)
  expect(digest?.toString('hex')).toHaveLength(32)
  const shown = await caller.tell(keyActCalls.resetPin, { deviceId, pins: 'show' })
  expect(shown).toMatchObject({ pin: expect.stringMatching(/^\d{6}$/), mailed: false })
  const log = JSON.stringify(await caller.tell(activity.list, { action: ['security-key.pin-reset'] }))
  expect(log).not.toContain('86427531')
  expect(log).not.toContain(`"${shown.pin}"`)
})

test('an undo applies only to keys that its user can manage, and notifies their owners', async () => {
  const caller = as((await given.session(given.owner)).accessToken)
  const manager = as((await given.session(given.userManager)).accessToken)
  const above = await given.addKey(given.administrator.id, { name: "The administrator's" })
  const own = await given.addKey(given.userManager.id, { name: "The manager's" })
  const { keys } = await cards(1, 'Beneath')
  const run = await caller.tell(keyActCalls.suspend, { ids: [above, ...keys] })
  expect(run.succeeded).toBe(2)
  const undo = await manager.tell(keyActCalls.undo, { id: run.id })
  expect(undo.succeeded).toBe(1)
  const { items } = await manager.tell(keyActCalls.rows, { id: undo.id, refused: true })
  expect(items).toMatchObject([{ id: above, name: "The administrator's", reason: 'above-you' }])
  expect((await manager.tell(securityKeys.get, { id: above })).status).toBe(40)
  const mailed = async () => (await mailTo('beneath1@northgate.example')).subject
  await expect.poll(mailed).toBe('One of your security keys works again')
  await caller.tell(keyActCalls.suspend, { ids: [own] })
  const awake = await caller.tell(keyActCalls.activate, { ids: [own] })
  const back = await manager.tell(keyActCalls.undo, { id: awake.id })
  expect((await manager.tell(keyActCalls.rows, { id: back.id })).items).toMatchObject([{ id: own, reason: 'own-key' }])
})

test('undoing a PIN requirement change notifies the user', async () => {
  const caller = as((await given.session(given.administrator)).accessToken)
  const { keys } = await cards(1, 'Backed', { verification: 4 })
  const mailed = async () => (await mailTo('backed1@northgate.example')).subject
  const pinless = await caller.tell(keyActCalls.verification, { ids: keys, verification: 3 })
  await expect.poll(mailed).toBe('One of your security keys no longer needs a PIN')
  await caller.tell(keyActCalls.undo, { id: pinless.id })
  await expect.poll(mailed).toBe('One of your security keys now needs a PIN')
})

test('refuses a PIN that no computer could send to the card, even if the rules allow it', async () => {
  await as((await given.session(given.owner)).accessToken).tell(workspaceSettings.pinPolicy, {
    rules: [{ type: pinRules.digit }],
    rememberedPinHours: 0,
  })
  const caller = as((await given.session(given.administrator)).accessToken)
  const { keys } = await cards(1, 'Fitting', { verification: 4 })
  const reset = (pin: string) => caller.ask(keyActCalls.resetPin, { deviceId: keys[0] as string, pin })
  for (const pin of ['12', '\u{1F511}'.repeat(20) + '1'])
    expect(await reset(pin)).toMatchObject({ status: 422, body: { code: 'pin-unfit' } })
  expect(await reset('1 2 ')).toMatchObject({ status: 200 })
})

test('generated PINs meet every set of rules', () => {
  const all = Object.values(pinRules).filter(type => type !== 4 && type !== 5)
  for (let mask = 0; mask < 2 ** all.length; mask++) {
    const rules = all.filter((_type, place) => mask & (1 << place)).map(type => ({ type }))
    for (const lengths of [[], [{ type: 5, value: 4 }], [{ type: 5, value: 12 }], [{ type: 4, value: 5 }]]) {
      const config = pinConfigOf([...rules, ...lengths])
      expect(pinAccepted(config, makePin(config)), JSON.stringify(config)).toBe(true)
    }
  }
})

test('refuses an unknown filter instead of ignoring it', async () => {
  const selection = { all: true, filter: { search: 'nothing', colour: 'green' } } as { all: true; filter: object }
  const caller = as((await given.session(given.administrator)).accessToken)
  expect(await caller.ask(keyActCalls.suspend, selection)).toMatchObject({
    status: 422,
    body: { code: 'invalid-input' },
  })
})
