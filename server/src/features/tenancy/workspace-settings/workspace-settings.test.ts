import { account } from '@claviger/contract/access/account'
import { activity } from '@claviger/contract/oversight/activity'
import { workspaceSettings as settings } from '@claviger/contract/tenancy/workspace-settings'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '#platform/db/transaction.ts'
import { faceOf } from '../workspaces/workspaces.ts'
import { endUserPermissions, pinConfig } from './workspace-settings.ts'

const home = await startTestApp()
const { as, given, world } = home
const admin = as(given.administrator.accessToken)
const png = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex').toString('base64')}`
const name = 'Northgate Hospital'
const url = 'northgate'

const newest = async () =>
  (await as(given.owner.accessToken).tell(activity.list, { action: 'workspace.updated' })).items[0]
const inside = <T>(work: Parameters<typeof transact<T>>[2]) =>
  transact(
    world,
    { actor: { kind: 'nobody' }, request: { id: 't', ip: '', userAgent: '' }, workspace: given.owner.workspace },
    work,
  )
const fault = async (endpoint: Parameters<typeof admin.ask>[0], input: Record<string, unknown>) => {
  const { status, body } = await admin.ask(endpoint, input)
  return [status, body['message']]
}

const untouched = await as(given.readOnly.accessToken).tell(settings.details)
const untouchedPins = await as(given.readOnly.accessToken).tell(settings.part, { sub: 'pinPolicy' })

test('a new workspace has the default settings, and reading them changes nothing', async () => {
  expect(untouched).toMatchObject({
    workspace: { name, url, timeZone: 'UTC', country: null },
    administrator: { firstName: 'Emmy', email: given.readOnly.email },
    pinPolicy: {
      rules: [{ type: 5, value: 4 }, { type: 6 }, { type: 7 }, { type: 8 }],
      rememberedPinHours: 0,
      config: { minLength: 4, maxLength: null },
    },
    userPermission: { panel: true, permissions: [101, 102, 103, 104] },
    securitykeySetting: { cardVerification: 'pin', offline: false, audit: true, keysPerUser: null },
    proximity: { proximity: false },
    extras: { attributeNames: [], activityDays: null },
    trustDomains: [],
  })
  expect(untouchedPins).toMatchObject(untouched.pinPolicy)
  expect(await as(given.ownerElsewhere.accessToken).tell(settings.part, { sub: 'workspace' })).toMatchObject({
    url: 'southgate',
  })
})

describe('name, address, and icon', () => {
  test('a former address leads nowhere, is refused to other workspaces, and can be taken back', async () => {
    const [north, south] = [as(given.owner.accessToken), as(given.ownerElsewhere.accessToken)]
    await north.tell(settings.updateWorkspace, { name, url: 'northern' })
    expect(await south.ask(settings.updateWorkspace, { name: 'Southgate Clinic', url })).toMatchObject({
      status: 409,
      body: { code: 'workspace-url-taken', fields: [{ field: 'url' }] },
    })
    const found = (address: string) => inside(async ctx => (await faceOf(ctx, address))?.name)
    expect([await found(url), await found('northern')]).toEqual([undefined, name])
    await north.tell(settings.updateWorkspace, { name, url })
    expect([await found(url), await found('northern')]).toEqual([name, undefined])
  })

  test('changes apply immediately, and the log shows old and new values', async () => {
    const wanted = { name, url, country: 'DE', city: 'Kiel', address: 'Hafen 1', postalCode: '123456789', province: '' }
    const after = await admin.tell(settings.updateWorkspace, { ...wanted, icon: png, timeZone: 'Europe/Berlin' })
    expect(after.workspace).toMatchObject({ ...wanted, province: null, timeZone: 'Europe/Berlin' })
    expect(after.workspace.icon).toMatch(/^\/api\/workspace-icon\//)
    expect(await newest()).toMatchObject({
      objectName: name,
      before: { city: null, postal: null, timeZone: 'UTC' },
      after: { city: 'Kiel', postal: '123456789', timeZone: 'Europe/Berlin' },
    })
    const last = (await newest())?.id
    await admin.tell(settings.updateWorkspace, { name, url })
    expect((await newest())?.id).toBe(last)
  })
  test('an icon is removed by null, and stays when omitted', async () => {
    await admin.tell(settings.updateWorkspace, { name, url, icon: png })
    const { icon } = (await admin.tell(settings.updateWorkspace, { name, url })).workspace
    expect((await admin.tell(settings.updateWorkspace, { name, url, icon })).workspace.icon).toBe(icon)
    expect((await admin.tell(account.self)).workspace.icon).toBe(icon)
    expect((await admin.tell(settings.updateWorkspace, { name, url, icon: null })).workspace.icon).toBeNull()
  })
  test('updates change only the given fields, in full or in part', async () => {
    const renamed = await admin.tell(settings.update, { name: 'Northgate', attributeNames: ['Badge', '', 'Ward', ''] })
    expect(renamed).toMatchObject({
      workspace: { name: 'Northgate', url },
      extras: { attributeNames: ['Badge', '', 'Ward'] },
    })
    const back = await admin.tell(settings.updatePart, { sub: 'workspace', name })
    expect(back).toMatchObject({ workspace: { name }, extras: { attributeNames: ['Badge', '', 'Ward'] } })
    expect(await admin.tell(settings.updateExtras, { attributeNames: [], activityDays: 365 })).toMatchObject({
      extras: { attributeNames: [], activityDays: 365 },
    })
  })
  test.each([
    ['a missing name', { name: ' ', url }, 422, 'Name is required'],
    ['a missing address', { name, url: '' }, 422, 'URL is required'],
    [
      'a postal code of 10 characters (R143)',
      { name, url, postalCode: '1234567890' },
      422,
      'Postal code must be at most 9 characters',
    ],
    ['an unknown country', { name, url, country: 'XX' }, 422, 'Some fields need your attention'],
    ['an unknown time zone', { name, url, timeZone: 'Mars/Olympus' }, 422, 'This time zone is unknown'],
    ['the address of another workspace', { name, url: 'southgate' }, 409, 'This workspace address is already in use'],
    ['a reserved address', { name, url: 'admin' }, 422, 'This workspace address is reserved'],
    [
      'a file that is not a picture (R142)',
      { name, url, icon: 'data:image/png;base64,aGFsbG8=' },
      422,
      'You can only upload JPG/PNG file',
    ],
    [
      'a picture of 1 MB (R142)',
      { name, url, icon: `data:image/png;base64,${Buffer.alloc(1_048_576).toString('base64')}` },
      422,
      'Image must be smaller than 1MB',
    ],
  ])('%s is refused', async (_what, input, status, message) => {
    expect(await fault(settings.updateWorkspace, input)).toEqual([status, message])
  })
  test('two concurrent changes leave one result and two consistent log lines', async () => {
    await Promise.all(['Northgate A', 'Northgate B'].map(one => admin.tell(settings.update, { name: one })))
    const { items } = await as(given.owner.accessToken).tell(activity.list, {
      action: 'workspace.updated',
      pageSize: 2,
    })
    expect(items[0]?.before?.['name']).toBe(items[1]?.after?.['name'])
    await admin.tell(settings.update, { name })
  })
})

describe('PIN rules', () => {
  test('are saved, and pages get the settings that follow from them (R134)', async () => {
    const rules = [{ type: 7 }, { type: 0 }, { type: 5, value: 6 }, { type: 4, value: 12 }]
    const { pinPolicy } = await admin.tell(settings.pinPolicy, { rules, rememberedPinHours: 720 })
    expect(pinPolicy).toEqual({
      rules: [{ type: 0 }, { type: 4, value: 12 }, { type: 5, value: 6 }, { type: 7 }],
      rememberedPinHours: 720,
      config: {
        hasDigit: true,
        hasSymbol: false,
        hasLowercase: false,
        hasUppercase: false,
        notRepeated: false,
        notSequential: true,
        notGuessable: false,
        minLength: 6,
        maxLength: 12,
      },
    })
    expect(await inside(pinConfig)).toEqual(pinPolicy.config)
    expect(await newest()).toMatchObject({
      before: { rules: ['at least 4', 'not one character repeated', 'no sequence', 'no year, date, or card number'] },
      after: { rules: ['a digit', 'at most 12', 'at least 6', 'no sequence'] },
    })
  })
  test.each([
    ['an empty rule list (R135)', [], 0, 'You must select at least one rule'],
    [
      'a maximum PIN length equal to the minimum (R136)',
      [
        { type: 4, value: 6 },
        { type: 5, value: 6 },
      ],
      0,
      'Pin max length must be greater than min length',
    ],
    ['721 hours (G84)', [{ type: 0 }], 721, 'Choose 0 to 720 hours'],
    ['half an hour', [{ type: 0 }], 0.5, 'Choose 0 to 720 hours'],
  ])('%s is refused', async (_what, rules, rememberedPinHours, message) => {
    expect(await fault(settings.pinPolicy, { rules, rememberedPinHours })).toEqual([422, message])
  })
})

test('the log is kept for at least 30 days', async () => {
  expect((await admin.ask(settings.updateExtras, { attributeNames: [], activityDays: 29 })).status).toBe(422)
  await admin.tell(settings.updateExtras, { attributeNames: [], activityDays: 30 })
})

test('end users can do what the list allows, and nothing when their panel is off (R162)', async () => {
  const own = async () => (await as(given.user.accessToken).tell(account.self)).keyPermissions
  expect(await own()).toEqual([101, 102, 103, 104])
  await admin.tell(settings.userPermission, { panel: true, permissions: [104, 101, 101] })
  expect(await own()).toEqual([101, 104])
  expect(await inside(endUserPermissions)).toEqual([101, 104])
  await admin.tell(settings.userPermission, { panel: false, permissions: [101, 102] })
  expect(await inside(endUserPermissions)).toEqual([])
  expect(await own()).toEqual([])
  expect((await admin.ask(settings.userPermission, { panel: true, permissions: [105] })).status).toBe(422)
})

test('settings for new keys, proximity, and verification are saved', async () => {
  const wanted = {
    cardVerification: 'pinless',
    phoneVerification: 'when-locked',
    credentialStorage: 2,
    offline: true,
    audit: false,
    keysPerUser: 3,
  } as const
  expect((await admin.tell(settings.securityKeySetting, wanted)).securitykeySetting).toEqual(wanted)
  for (const keysPerUser of [0, 101]) {
    expect((await admin.ask(settings.securityKeySetting, { ...wanted, keysPerUser })).status).toBe(422)
  }
  expect((await admin.tell(settings.proximity, { proximity: true })).proximity).toEqual({ proximity: true })
  expect((await admin.tell(settings.identityProvider, { provider: 'manager' })).identityVerificationProvider).toEqual({
    provider: 'manager',
  })
  expect((await admin.ask(settings.identityProvider, { provider: 'fortune-teller' })).status).toBe(422)
})

test('roles without write permission change nothing, and another workspace keeps its own settings', async () => {
  const { userPermission } = await as(given.ownerElsewhere.accessToken).tell(settings.details)
  expect(userPermission).toEqual({ panel: true, permissions: [101, 102, 103, 104] })
  for (const person of [given.readOnly, given.userManager]) {
    const answer = await as(person.accessToken).ask(settings.proximity, { proximity: true })
    expect(answer).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
  }
})

test('administrators change their contact with a code at the administrator addresses', async () => {
  const path = account.changeContact.aliases[0] ?? ''
  const answer = await as(given.administrator.accessToken).ask(
    { ...account.changeContact, path },
    { email: 'grace.new@northgate.example' },
  )
  expect(answer).toMatchObject({ status: 200, body: { codeSentTo: 'grace.new@northgate.example' } })
})

test('widening card sign-in requires full access, narrowing it only permission to write settings', async () => {
  const writer = async (additional: number) => {
    const id = await given.addUser('Card', `Writer${additional}`)
    await testData(home).appoint(id, 5, [additional])
    return async () => as((await given.session({ id, workspace: given.owner.workspace })).accessToken)
  }
  const [writes, everything] = [await writer(4), await writer(1)]
  const [far, near] = ['192.0.2.0/24', '198.51.100.0/24']
  const steps = [
    { cardSignIn: 'on', networks: [] },
    { cardSignIn: 'networks', networks: [far, near] },
    { cardSignIn: 'networks', networks: [near] },
    { cardSignIn: 'off', networks: [] },
  ]
  const to = async (who: typeof writes, place: number) => (await who()).ask(settings.cardSignIn, steps[place])
  // These settings can only be lowered, never raised again, in one step or several
  for (let place = 1; place < steps.length; place++) {
    expect((await to(writes, place)).status).toBe(200)
    for (let up = 0; up < place; up++)
      expect(await to(writes, up)).toMatchObject({ status: 403, body: { code: 'acts-for-all' } })
    expect((await to(writes, place)).status).toBe(200)
  }
  for (const place of [2, 1, 0]) expect((await to(everything, place)).status).toBe(200)
  await to(everything, 2)
  const elsewhere = { cardSignIn: 'networks', networks: [far] }
  expect((await (await writes()).ask(settings.cardSignIn, elsewhere)).status).toBe(403)
  await to(everything, 0)
})
