import { createHash } from 'node:crypto'
import { selfServiceHelpdesk } from '@claviger/contract/access/self-service-settings/self-service-helpdesk'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { cardImport } from '@claviger/contract/keys/card-import'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyActivation } from '@claviger/contract/keys/key-activation'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { selfService, selfServiceActions } from '@claviger/contract/access/self-service'
import { signIn } from '@claviger/contract/access/sign-in'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { pinRules } from '@claviger/contract/platform/pin'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { signInAgain } from '#test/app/renewed-session.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { cardAt, registerReader } from '#test/api/reader.ts'
import { tapAt } from '#test/api/card-page.ts'
import { transact } from '#platform/db/transaction.ts'
import { outboxMails } from '#integrations/mail.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { openPinDigest } from '../security-keys/security-keys.pins.ts'
import { keyById } from '../security-keys/security-keys.ts'

const home = await startTestApp()
const { as, given, mailTo, world } = home
const admin = signInAgain(home, given.administrator)
const owner = as(given.owner.accessToken)

const OPERATION_DENIED = 0x27

let cards = 0
async function assigned(last: string, more: object = {}, user: Record<string, unknown> = {}) {
  const userId = await given.addUser('Pin', last, user)
  const cardId = `04F0${String(++cards).padStart(4, '0')}`
  const made = await admin.tell(keyAssignment.add, { userId, type: 2, activation: 1, cardId, ...more })
  return { ...made, userId, cardId, email: `pin.${last.toLowerCase()}@northgate.example` }
}

const finished = (id: string) =>
  expect.poll(async () => (await admin.tell(keyActCalls.get, { id })).finishedAt, { timeout: 20_000 }).not.toBeNull()

const digestOf = (pin: string) => createHash('sha256').update(pin).digest().subarray(0, 16).toString('hex')

async function digestOfKey(id: string): Promise<string | undefined> {
  const from = { actor: { kind: 'nobody' }, request: { id: 't', ip: '', userAgent: '' } } as const
  return transact(world, { ...from, workspace: given.owner.workspace }, async ctx => {
    const key = await keyById(ctx, id)
    return key && openPinDigest(await sealerOfWorkspace(ctx), key)?.toString('hex')
  })
}

/** Every text of every email, searched for a string that is the PIN of a key at any time. */
async function pinsInMails(digests: ReadonlySet<string | undefined>): Promise<string[]> {
  const texts = (await outboxMails(world, 1000)).flatMap(mail => JSON.stringify(mail).split(/[^\w!#$%&*+=?@-]+/))
  return texts.filter(text => text.length >= 4 && digests.has(digestOf(text)))
}

const settings = z.parse(PageSettings, {
  inputReadingFormat: 'hex',
  verificationType: 'selfConfirmation',
  fields: { userId: true, employeeId: false, lastName: false },
})
await owner.tell(selfServicePages.create, { page: 'pins', name: 'Pins', settings })

test('resets, assignments, an import, bulk actions, and activations never email a PIN', async () => {
  const digests = new Set<string | undefined>()
  const note = async (id: string) => digests.add(await digestOfKey(id))
  const one = await assigned('Assigned')
  await note(one.key.id)
  await admin.tell(keyActCalls.resetPin, { deviceId: one.key.id })
  await note(one.key.id)
  const run = await admin.tell(keyActCalls.resetPins, { ids: [one.key.id] })
  await finished(run.id)
  await note(one.key.id)

  const imported = await given.addUser('Pin', 'Imported')
  const { rows } = await world.superPool.query<{ user_id: string }>('select user_id from users where id = $1', [
    imported,
  ])
  const csv = `Card,User ID\n900100,${rows[0]?.user_id ?? ''}\n`
  const file = await admin.tell(cardImport.upload, { csv })
  await admin.tell(cardImport.map, { id: file.id, mapping: file.mapping, cardFormat: 'decimal' })
  const state = (is: string) =>
    expect.poll(async () => (await admin.tell(cardImport.get, { id: file.id })).state, { timeout: 20_000 }).toBe(is)
  await state('reviewed')
  await admin.tell(cardImport.start, { id: file.id })
  await state('done')
  await admin.tell(cardImport.notify, { id: file.id })
  await expect
    .poll(async () => (await admin.tell(cardImport.get, { id: file.id })).notified, { timeout: 20_000 })
    .toEqual({ processed: 1, mailed: 1, finished: true })
  const [card] = (await admin.tell(securityKeys.ofUser, { id: imported })).items
  await note(card?.id as string)

  const pinless = await admin.tell(keyActCalls.verification, { ids: [one.key.id], verification: 3 })
  await finished(pinless.id)
  const demanded = await admin.tell(keyActCalls.verification, { ids: [one.key.id], verification: 4 })
  await finished(demanded.id)
  await note(one.key.id)

  const waiting = await assigned('Waiting', { activation: 2, cardId: undefined })
  const { link } = await mailTo(waiting.email)
  const text = new URL(link as string).searchParams.get('link') as string
  const { session } = await as(undefined).tell(keyActivation.open, { link: text })
  await as(session).tell(keyActivation.setCard, { cardId: '04F0AAAA' })
  await note(waiting.key.id)
  const atDesk = await given.addUser('Pin', 'Desk')
  const enrolled = await admin.tell(selfServiceHelpdesk.enroll, { userId: atDesk, cardId: '04F0BBBB' })
  await note(enrolled.key.id)

  await expect.poll(async () => (await mailTo('pin.desk@northgate.example')).subject).toBeDefined()
  expect(await pinsInMails(digests)).toEqual([])
  expect((await outboxMails(world, 1000)).filter(mail => mail.to.startsWith('pin.') && mail.code)).toEqual([])
})

const resetTo = async (id: string, pins: 'later' | 'link' | 'show') =>
  admin.tell(keyActCalls.resetPin, { deviceId: id, pins })
const stateOf = (id: string) => admin.tell(securityKeys.get, { id })
const tap = (cardId: string, pin: string) => as(undefined).ask(signIn.cardLogin, { where: 'northgate', cardId, pin })

test('resetting a PIN ends the old one: the next tap sets a new one, or after a link, only the card page', async () => {
  const { key, email, cardId } = await assigned('Ways')
  const reader = as(await registerReader(home))
  const card = cardAt(reader, cardId)
  const atReader = async () => (await reader.tell(accessKeys.status, { cardId })).pin
  await admin.tell(keyActCalls.resetPin, { deviceId: key.id, pin: '739154' })
  expect(await atReader()).toBe('set')
  expect(await resetTo(key.id, 'later')).toEqual({ ok: true, pin: null, mailed: true })
  expect(await stateOf(key.id)).toMatchObject({ hasPin: false, pinDue: true })
  expect(await atReader()).toBe('due')
  await expect.poll(() => mailTo(email)).toMatchObject({ subject: 'Set the PIN of your security key', link: undefined })
  expect((await card.setPin('864209')).status).toBe(0)
  expect(await stateOf(key.id)).toMatchObject({ hasPin: true, pinDue: false })
  expect(await resetTo(key.id, 'link')).toEqual({ ok: true, pin: null, mailed: true })
  expect(await stateOf(key.id)).toMatchObject({ hasPin: false, pinDue: false })
  expect(await atReader()).toBe('page')
  card.tap()
  expect((await card.setPin('864209')).status).toBe(OPERATION_DENIED)
  await expect.poll(async () => (await mailTo(email)).link).toMatch(/\/self-service\/pins\?action=recovery$/)
  const visitor = await tapAt(home, 'pins', cardId, selfServiceActions.recovery)
  await visitor.tell(selfService.token, { userId: email })
  await visitor.tell(selfService.verify, {})
  await visitor.tell(selfService.reset, { pin: '314159' })
  expect(await stateOf(key.id)).toMatchObject({ hasPin: true, pinDue: false })
})

test('a generated PIN appears once in the response, opens the card, and is never stored in clear text', async () => {
  // Long enough to be found in no table by chance
  const rules = [{ type: pinRules.minLength, value: 12 }]
  await owner.tell(workspaceSettings.pinPolicy, { rules, rememberedPinHours: 0 })
  const { key, pin, cardId, email } = await assigned('Shown', { pins: 'show' })
  expect(pin).toMatch(/^\d{12}$/)
  expect(digestOf(pin ?? '')).toBe(await digestOfKey(key.id))
  const { pin: next } = await resetTo(key.id, 'show')
  expect(next).toMatch(/^\d{12}$/)
  expect((await tap(cardId, pin ?? '')).status).toBe(401)
  expect((await tap(cardId, next ?? '')).status).toBe(200)
  await expect.poll(async () => (await mailTo(email)).subject).toBeDefined()
  expect(await pinsInMails(new Set([digestOf(pin ?? ''), digestOf(next ?? '')]))).toEqual([])
  const { rows: tables } = await world.superPool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' and has_table_privilege(c.oid, 'select')`,
  )
  expect(tables.length).toBeGreaterThan(100)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await world.superPool.query<{ text: string }>(
      `select t::text as text from ${name} t where t::text ~ $1 limit 1`,
      [`${pin}|${next}`],
    )
    if (rows.length > 0) found.push(name)
  }
  expect(found).toEqual([])
  await owner.tell(workspaceSettings.pinPolicy, {
    rules: [{ type: pinRules.minLength, value: 4 }],
    rememberedPinHours: 0,
  })
})

test('a PIN link requires an active card page, also at sign-in, and a user with an email address', async () => {
  const { key } = await assigned('Refused', {}, { email: null })
  expect(await admin.tell(keyActCalls.pinWays, {})).toEqual({ ways: ['later', 'link', 'show'] })
  const ask = (pins: 'link') => admin.ask(keyActCalls.resetPin, { deviceId: key.id, pins })
  expect(await ask('link')).toMatchObject({ body: { code: 'no-email' } })
  const forgotten = async () =>
    (await as(undefined).tell(signIn.authenticationProfile, { id: given.owner.workspace })).pinPage
  expect(await forgotten()).toMatch(/\/self-service\/pins\?action=recovery$/)
  await owner.tell(selfServicePages.turn, { page: 'pins', active: false })
  expect(await forgotten()).toBeNull()
  expect(await admin.tell(keyActCalls.pinWays, {})).toEqual({ ways: ['later', 'show'] })
  expect(await ask('link')).toMatchObject({ body: { code: 'change-refused' } })
  await owner.tell(selfServicePages.turn, { page: 'pins', active: true })
})
