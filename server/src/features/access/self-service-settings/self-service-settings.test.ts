import { selfService } from '@claviger/contract/access/self-service'
import { selfServiceOfWorkspaces } from '@claviger/contract/access/self-service-settings/self-service-of-workspaces'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { activity } from '@claviger/contract/oversight/activity'
import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { signInAgain } from '#test/app/renewed-session.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { automaticSecretOf, withCounts, keySettingsOf, pageAt, type VisitStage } from './self-service-settings.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const owner = signInAgain(home, given.owner)
const sue = signInAgain(home, given.superAdmin)
const elsewhere = signInAgain(home, given.ownerElsewhere)
const unchosen = z.parse(PageSettings, {})
const request = { id: 'test', ip: '', userAgent: '' }
const inside = { actor: { kind: 'nobody' } as const, request, workspace: given.owner.workspace }
const create = (page: string, settings?: Partial<PageSettings>) =>
  owner.tell(selfServicePages.create, {
    page,
    name: `Page ${page}`,
    ...(settings && { settings: { ...unchosen, ...settings } }),
  })
const update = (page: string, version: number, settings: Partial<PageSettings>, name = `Page ${page}`) => ({
  page,
  version,
  name,
  settings: { ...unchosen, ...settings },
})

test('a draft is closed until it is published, and cannot become a draft again', async () => {
  const { create: build, turn } = selfServicePages
  const { session } = await as(undefined).tell(selfService.challenge, {})
  const open = () => as(session).ask(selfService.config, { id: 'wards-draft' })
  expect(await owner.tell(build, { page: 'wards-draft', name: 'Later', draft: true })).toMatchObject({
    active: false,
    draft: true,
  })
  expect(await open()).toMatchObject({ body: { code: 'page-off' } })
  expect(await owner.tell(turn, { page: 'wards-draft', active: true })).toMatchObject({ active: true, draft: false })
  expect((await open()).status).toBe(200)
  expect(await owner.tell(turn, { page: 'wards-draft', active: false })).toMatchObject({ active: false, draft: false })
  await owner.tell(selfServicePages.remove, { page: 'wards-draft' })
})

test('creates, reads, changes, and deletes a page, and logs each action', async () => {
  const made = await create(' Wards-1 ')
  expect(made).toMatchObject({
    id: 'wards-1',
    active: true,
    version: 1,
    link: 'http://localhost:8080/self-service/wards-1',
    settings: unchosen,
    hasSecret: false,
    warnings: [],
    changedBy: given.owner.name,
  })
  const changed = await owner.tell(selfServicePages.update, update('wards-1', 1, { secondCard: 'block' }, 'Wards'))
  expect(changed).toMatchObject({ name: 'Wards', version: 2, settings: { secondCard: 'block' } })
  expect(await owner.tell(selfServicePages.get, { page: 'wards-1' })).toEqual(changed)
  expect((await owner.tell(selfServicePages.list)).items.map(one => one.id)).toContain('wards-1')
  expect(await owner.tell(selfServicePages.turn, { page: 'wards-1', active: false })).toMatchObject({ active: false })
  await owner.tell(selfServicePages.remove, { page: 'wards-1' })
  expect((await owner.tell(selfServicePages.list)).items.map(one => one.id)).not.toContain('wards-1')
  const { items } = await owner.tell(activity.list, { search: 'Wards' })
  expect(items.map(item => item.action)).toEqual([
    'self-service-page.deleted',
    'self-service-page.turned',
    'self-service-page.updated',
    'self-service-page.created',
  ])
  expect(items[2]).toMatchObject({ before: { secondCard: 'allow' }, after: { secondCard: 'block', name: 'Wards' } })
})

test('an unchanged save creates no version, and concurrent changes do not overwrite each other', async () => {
  await create('twice')
  expect(await owner.tell(selfServicePages.update, update('twice', 1, {}))).toMatchObject({ version: 1 })
  const both = await Promise.all([
    owner.ask(selfServicePages.update, update('twice', 1, { debugMode: true })),
    owner.ask(selfServicePages.update, update('twice', 1, { displayHomePageScreen: false })),
  ])
  expect(both.map(one => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(one => one.status === 409)?.body['code']).toBe('changed-meanwhile')
})

test('versions list what changed, and any of them can be restored', async () => {
  await create('versions')
  await owner.tell(selfServicePages.update, update('versions', 1, { secondCard: 'replace' }, 'Second'))
  await owner.tell(selfServicePages.update, update('versions', 2, { secondCard: 'block' }, 'Second'))
  const { items } = await owner.tell(selfServicePages.versions, { page: 'versions' })
  expect(items.map(one => [one.version, one.changed])).toEqual([
    [3, ['secondCard']],
    [2, ['name', 'secondCard']],
    [1, []],
  ])
  const restored = { page: 'versions', restored: 1, version: 3 }
  expect(await owner.tell(selfServicePages.restore, restored)).toMatchObject({
    version: 4,
    name: 'Page versions',
    settings: unchosen,
  })
  expect(await owner.ask(selfServicePages.restore, restored)).toMatchObject({ body: { code: 'changed-meanwhile' } })
  expect(await owner.ask(selfServicePages.restore, { ...restored, restored: 9 })).toMatchObject({ status: 404 })
})

test('a page address is unique across workspaces, stays reserved, and cannot be a reserved word', async () => {
  await create('taken')
  expect(await elsewhere.ask(selfServicePages.create, { page: 'taken', name: 'X' })).toMatchObject({
    status: 409,
    body: { code: 'page-address-taken' },
  })
  expect(await owner.ask(selfServicePages.create, { page: 'taken', name: 'X' })).toMatchObject({
    body: { code: 'page-address-taken' },
  })
  await owner.tell(selfServicePages.remove, { page: 'taken' })
  expect((await elsewhere.ask(selfServicePages.create, { page: 'taken', name: 'X' })).status).toBe(409)
  await create('taken')
  for (const page of ['challenge', 'token', 'verify', 'enroll', 'reset', 'verification-code', 'alive', 'Verify'])
    expect(await owner.ask(selfServicePages.create, { page, name: 'X' }), page).toMatchObject({ status: 422 })
  for (const page of ['', 'ab', '-ab', 'ab-', 'a b c', '../x', 'ä-ö', 'a'.repeat(61)])
    expect((await owner.ask(selfServicePages.create, { page, name: 'X' })).status, page).toBe(422)
})

test.each([
  ['redirectUrl', { redirectUrl: 'https://elsewhere.example/' }],
  ['redirectUrl', { redirectUrl: 'https://portal.example.evil.example/', redirectOrigins: ['https://portal.example'] }],
  ['redirectUrl', { redirectUrl: 'http://localhost:8080@evil.example/' }],
  ['redirectUrl', { redirectUrl: '//evil.example/' }],
  ['redirectUrl', { redirectUrl: '/\\evil.example/' }],
  ['redirectUrl', { redirectUrl: 'javascript:alert(1)' }],
  ['mainUrl', { mainUrl: 'https://elsewhere.example/' }],
  ['redirectOrigins', { redirectOrigins: ['http://portal.example'] }],
  ['redirectOrigins', { redirectOrigins: ['https://portal.example/path'] }],
  ['redirectOrigins', { redirectOrigins: ['https://['] }],
  ['redirectUrl', { redirectUrl: 'https://portal.example:99999/' }],
  ['tokenPolicyId', { tokenPolicyId: '01890000-0000-7000-8000-000000000000' }],
  ['providerId', { providerId: 'clinic' }],
  ['providerId', { providerId: '0a1b2c3d-0000-4000-8000-00000000cafe' }],
  ['automatic', { automatic: { url: 'http://doors.example/' } }],
  ['automatic', { automatic: { url: 'https://doors.example:x/' } }],
  ['attributes', { attributes: [{ from: 'attribute1', name: 'userId' }] }],
  ['attributes', { attributes: [{ from: 'attribute1', name: 'proof' }] }],
  ['attributes', { attributes: Array.from({ length: 6 }, (_, n) => ({ from: `attribute${n}`, name: `${n}` })) }],
  [
    'attributes',
    {
      attributes: [
        { from: 'attribute1', name: 'A' },
        { from: 'attribute2', name: 'A' },
      ],
    },
  ],
  ['limits', { limits: { card: 0, person: 1, page: 10 } }],
  ['tellDesk', { tellDesk: { on: true, email: 'nobody', after: 3 } }],
  ['messages', { messages: { en: { help: 'x'.repeat(4001), title: '', enrolled: '', recovered: '' } } }],
  ['messages', { messages: { xx: { help: '', title: '', enrolled: '', recovered: '' } } }],
] as [string, Record<string, unknown>][])('refuses invalid input and names the field: %s %#', async (field, wrong) => {
  const answer = await owner.ask(selfServicePages.create, {
    page: 'bad-input',
    name: 'X',
    settings: { ...unchosen, ...wrong },
  })
  expect(answer).toMatchObject({ status: 422, body: { fields: [{ field: expect.stringContaining(field) }] } })
})

test('accepts redirects to its own origin and to origins that the owner lists', async () => {
  const listed = { redirectOrigins: ['https://portal.example'], redirectUrl: 'https://portal.example/done?x=1' }
  expect(await create('listed', { ...listed, mainUrl: '/auth/sign-in' })).toMatchObject({ settings: listed })
  await create('own-origin', { redirectUrl: 'http://localhost:8080/dashboard' })
})

test('changing user verification settings or creating a secret requires a recent confirmation', async () => {
  await create('guarded')
  clock.forward(minutes(6))
  const later = await owner.tell(selfServicePages.update, update('guarded', 1, { debugMode: true }))
  for (const wish of [
    { verificationType: 'none' },
    { providerId: '0a1b2c3d-0000-4000-8000-00000000cafe' },
    { automatic: { url: 'https://doors.example/' } },
    { cardNamesHolder: true },
  ] as Partial<PageSettings>[])
    expect(await owner.ask(selfServicePages.update, update('guarded', later.version, wish))).toMatchObject({
      body: { code: 'verify-first' },
    })
  expect(await owner.ask(selfServicePages.makeSecret, { page: 'guarded' })).toMatchObject({
    body: { code: 'verify-first' },
  })
  const fresh = as((await given.session(given.owner)).accessToken)
  const to = update('guarded', later.version, {
    verificationType: 'automatic',
    automatic: { url: 'https://d.example' },
    services: { enrollment: true, pinRecovery: false },
  })
  expect(await fresh.tell(selfServicePages.update, to)).toMatchObject({ warnings: [{ kind: 'automatic-incomplete' }] })
  const { secret } = await fresh.tell(selfServicePages.makeSecret, { page: 'guarded' })
  expect(await fresh.tell(selfServicePages.get, { page: 'guarded' })).toMatchObject({ hasSecret: true, warnings: [] })
  const opened = await transact(world, inside, async ctx => {
    const page = await pageAt(ctx, 'guarded')
    return page && automaticSecretOf(ctx, page)
  })
  expect(opened?.toString()).toBe(secret)
  const { rows } = await world.superPool.query('select 1 from activities where row(activities.*)::text like $1', [
    `%${secret}%`,
  ])
  expect(rows).toEqual([])
})

test('a page is found by its address without a workspace', async () => {
  await as((await given.session(given.owner)).accessToken).tell(selfServicePages.create, {
    page: 'found',
    name: 'Page found',
    settings: { ...unchosen, secondCard: 'replace' },
  })
  const page = await transact(world, { ...inside, workspace: undefined }, ctx => pageAt(ctx, 'found'))
  expect(page).toMatchObject({
    address: 'found',
    active: true,
    settings: { secondCard: 'replace' },
    workspace: { id: given.owner.workspace, name: 'Northgate Hospital', status: 1, icon: null, timeZone: 'UTC' },
  })
  expect(await transact(world, { ...inside, workspace: undefined }, ctx => pageAt(ctx, 'nowhere'))).toBeUndefined()
})

test('a card gets its settings from the policy of the page or from the default', async () => {
  const policy = await owner.tell(tokenPolicies.create, {
    name: 'Ward badge',
    phoneVerification: 1,
    cardVerification: 3,
    credentialStorageLocation: 2,
    proximity: false,
    audit: true,
    offlineLogin: false,
    rememberedPinHours: 4,
  })
  const set = { displayHomePageScreen: false, msalAutomation: true, authenticatorOnboarding: true }
  const { settings } = await create('badges', { ...set, tokenPolicyId: policy.id })
  expect(settings).toEqual({ ...unchosen, ...set, tokenPolicyId: policy.id })
  const keySettings = (of: PageSettings) => transact(world, inside, ctx => keySettingsOf(ctx, { settings: of }))
  expect(await keySettings(settings)).toMatchObject({
    verification: 3,
    remembered_pin_hours: 4,
    policy_id: policy.id,
  })
  expect(await keySettings(unchosen)).toMatchObject({ verification: 4, policy_id: null })
  const shown = await owner.tell(selfServicePages.preview, { settings })
  expect(shown).toMatchObject({
    key: { policy: 'Ward badge', pin: false },
    choices: { policies: [{ id: policy.id, pin: false }], origin: 'http://localhost:8080' },
  })
  expect(shown.choices.attributes.map(one => one.name)).toEqual([
    'Attribute 1',
    'Attribute 2',
    'Attribute 3',
    'Attribute 4',
    'Attribute 5',
    'Department',
  ])
})

test('a preview warns about unsafe or useless settings', async () => {
  const kinds = async (wish: Partial<PageSettings>) =>
    (await owner.tell(selfServicePages.preview, { settings: { ...unchosen, ...wish } })).warnings.map(one => one.kind)
  const nothing = { userId: false, employeeId: false, firstName: false, lastName: false, phoneNumber: false }
  const name = { ...nothing, firstName: true, lastName: true }
  expect(await kinds({})).toEqual([])
  expect(await kinds({ verificationType: 'none', cardNamesHolder: true })).toEqual([
    'verification-none',
    'card-names-holder',
  ])
  expect(await kinds({ verificationType: 'selfConfirmation', fields: name })).toEqual([
    'name-only',
    'recovery-unproven',
  ])
  // The lookup identifies the card's owner, so the response must not reveal who it is
  const enrolls = { services: { enrollment: true, pinRecovery: false } }
  for (const verificationType of ['selfConfirmation', 'automatic'] as const) {
    const of = async (wish: Partial<PageSettings>) =>
      (await kinds({ verificationType, ...wish })).filter(kind => kind !== 'automatic-incomplete')
    expect(await of(enrolls)).toEqual([])
    expect(await of({})).toEqual(['recovery-unproven'])
    expect(await of({ ...enrolls, cardNamesHolder: true })).toEqual(['card-names-holder'])
  }
  for (const verificationType of ['default', 'entraId'] as const)
    expect(await kinds({ verificationType, cardNamesHolder: true })).not.toContain('card-names-holder')
  expect(await kinds({ fields: nothing, services: { enrollment: false, pinRecovery: false } })).toEqual([
    'nothing-asked',
    'no-service',
  ])
  expect(await kinds({ verificationType: 'entraId', fields: nothing })).toEqual(['provider-missing'])
  expect(await kinds({ tellDesk: { on: true, email: null, after: 3 } })).toEqual(['desk-without-address'])
  await given.addUser('No', 'Mail', { email: null, user_id: 'no-mail' })
  const { warnings } = await owner.tell(selfServicePages.preview, { settings: unchosen })
  expect(warnings).toEqual([
    {
      kind: 'no-way-for-codes',
      danger: false,
      says: "1 user has no email or phone for a code and can't use this page",
    },
  ])
})

test('only administrators with write permission manage pages, and other workspaces cannot see them', async () => {
  await create('private')
  for (const person of [given.readOnly, given.userManager]) {
    const caller = as(person.accessToken)
    expect((await caller.tell(selfServicePages.get, { page: 'private' })).id).toBe('private')
    expect((await caller.ask(selfServicePages.create, { page: 'mine', name: 'X' })).status).toBe(403)
    expect((await caller.ask(selfServicePages.turn, { page: 'private', active: false })).status).toBe(403)
  }
  expect((await as(given.user.accessToken).ask(selfServicePages.list)).status).toBe(403)
  const next = async () => as((await given.session(given.ownerElsewhere)).accessToken)
  expect((await elsewhere.tell(selfServicePages.list)).items).toEqual([])
  for (const [endpoint, more] of [
    [selfServicePages.get, {}],
    [selfServicePages.update, update('private', 1, {})],
    [selfServicePages.turn, { active: false }],
    [selfServicePages.remove, {}],
    [selfServicePages.makeSecret, {}],
    [selfServicePages.versions, {}],
    [selfServicePages.restore, { restored: 1, version: 1 }],
    [selfServicePages.code, {}],
    [selfServicePages.poster, {}],
    [selfServicePages.results, {}],
  ] as const)
    expect(await (await next()).ask(endpoint, { ...more, page: 'private' })).toMatchObject({ status: 404 })
})

test('super administrators manage pages of a chosen workspace and reach no other workspace', async () => {
  const id = given.ownerElsewhere.workspace
  const made = await sue.tell(selfServiceOfWorkspaces.create, { id, page: 'southgate', name: 'South' })
  expect(made).toMatchObject({ id: 'southgate', version: 1 })
  expect((await sue.tell(selfServiceOfWorkspaces.list, { id })).items.map(one => one.id)).toEqual(['southgate'])
  expect((await elsewhere.tell(selfServicePages.list)).items.map(one => one.id)).toEqual(['southgate'])
  await create('northgate-only')
  const { choices } = await sue.tell(selfServiceOfWorkspaces.preview, { id, settings: unchosen })
  expect(choices.policies).toEqual([])
  for (const [endpoint, more] of [
    [selfServiceOfWorkspaces.get, {}],
    [selfServiceOfWorkspaces.results, {}],
    [selfServiceOfWorkspaces.poster, {}],
    [selfServiceOfWorkspaces.update, update('northgate-only', 1, {})],
    [selfServiceOfWorkspaces.remove, { ids: ['northgate-only'] }],
  ] as const)
    expect(await sue.ask(endpoint, { ...more, id, page: 'northgate-only' })).toMatchObject({ status: 404 })
  const changed = update('southgate', 1, { debugMode: true })
  expect(await sue.tell(selfServiceOfWorkspaces.update, { ...changed, id })).toMatchObject({ version: 2 })
  await sue.tell(selfServiceOfWorkspaces.remove, { id, ids: ['southgate'] })
  expect((await sue.tell(selfServiceOfWorkspaces.list, { id })).items).toEqual([])
  expect((await owner.ask(selfServiceOfWorkspaces.list, { id })).status).toBe(403)
})

test('the funnel counts anonymously by day, and loses no concurrent counts', async () => {
  await create('funnel')
  const count = (stage: VisitStage, times: number, action: 0 | 1 | null) =>
    Promise.all(
      Array.from({ length: times }, () =>
        transact(world, inside, async ctx => {
          const page = await pageAt(ctx, 'funnel')
          if (page) await withCounts(ctx, page, stage, action)
        }),
      ),
    )
  await count('arrived', 12, null)
  await count('tapped', 9, 0)
  await count('identified', 8, 0)
  await count('verified', 3, 0)
  await count('done', 2, 0)
  await count('done', 1, 1)
  const results = await owner.tell(selfServicePages.results, { page: 'funnel', days: 7 })
  const counts = { arrived: 12, tapped: 9, identified: 8, verified: 3, 'pin-set': 0, done: 3 }
  expect(results).toEqual({
    whole: counts,
    enrolled: 2,
    recovered: 1,
    days: [{ day: clock.now().toISOString().slice(0, 10), counts }],
  })
  const { items } = await owner.tell(selfServicePages.list)
  expect(items.find(one => one.id === 'funnel')?.month).toEqual(counts)
})

test('the QR code is an SVG, and the poster is a PDF in each language of the workspace', async () => {
  await create('poster', {
    messages: { pl: { help: '', title: 'Zażółć gęślą jaźń 北门 🎉', enrolled: '', recovered: '' } },
  })
  const code = await owner.ask(selfServicePages.code, { page: 'poster' })
  expect(code.headers['content-type']).toContain('image/svg+xml')
  for (const language of ['en', 'pl'] as const) {
    const answer = await owner.ask(selfServicePages.poster, { page: 'poster', language })
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
    expect(answer.headers['content-disposition']).toContain(`poster-${language}.pdf`)
  }
  expect((await owner.ask(selfServicePages.poster, { page: 'poster', language: 'zh' })).status).toBe(422)
})
