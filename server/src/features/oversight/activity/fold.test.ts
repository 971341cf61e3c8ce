import { signIn } from '@claviger/contract/access/sign-in'
import { agents } from '@claviger/contract/keys/agents'
import { credentials } from '@claviger/contract/keys/credentials'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test, vi } from 'vitest'
import { computersOf } from '#test/api/agents.ts'
import { cardBrowser } from '#test/api/card-browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { origin } from '#test/api/passkeys.ts'
import { assignCard, cardAt, registerReader } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import { linkLog } from '../log-chain/log-chain.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const caller = as(given.owner.accessToken)
const [PIN, WRONG] = ['274936', '111999']
const reader = as(await registerReader(home))

const asked = async (filter: Record<string, unknown>) =>
  (await caller.tell(activity.list, { fold: true, kind: 'use', pageSize: 100, ...filter })).items.map(
    ({ action, steps }) => [action, ...(steps ?? []).map(step => step.action)],
  )

test('a badge sign-in folds wrong PINs, first use, and sign-in into one entry; filters show them apart', async () => {
  const user = await given.addUser('Badge', 'Folded')
  await assignCard(home, user, 'F01DED01', PIN)
  const enter = (pin: string) => as(undefined).ask(signIn.cardLogin, { cardId: 'F01DED01', pin, where: 'northgate' })
  expect((await enter(WRONG)).status).toBe(401)
  expect((await enter(PIN)).status).toBe(200)
  const first = ['sign-in.card', 'security-key.pin-refused', 'security-key.registered', 'security-key.signed-in']
  expect(await asked({ user })).toEqual([first])
  expect((await caller.tell(activity.ofUser, { id: user, fold: true, kind: 'use' })).items).toHaveLength(1)
  expect(await asked({ user, fold: false })).toHaveLength(4)
  expect(await asked({ user, status: 2 })).toEqual([['security-key.pin-refused']])
  expect(await asked({ user, action: 'security-key.signed-in' })).toEqual([['security-key.signed-in']])
  clock.forward(minutes(2))
  expect((await enter(PIN)).status).toBe(200)
  expect(await asked({ user })).toEqual([['sign-in.card', 'security-key.signed-in'], first])
  expect((await enter(WRONG)).status).toBe(401)
  clock.forward(minutes(2))
  expect((await asked({ user }))[0]).toEqual(['security-key.pin-refused'])
})

test('reader sign-ins to our page and at a computer fold into one entry, sign-ins to other sites do not', async () => {
  const user = await given.addUser('Reader', 'Folded')
  await assignCard(home, user, 'F01DED02', PIN)
  const card = cardAt(reader, 'F01DED02')
  const here = cardBrowser(card, PIN, { origin, rpId: 'localhost' })
  const me = as((await given.session({ id: user, workspace: given.owner.workspace })).accessToken)
  const { session, authInfo } = await me.tell(credentials.challenge, { purpose: 'add' })
  const { challenge, user: handle } = authInfo.creation!
  await me.tell(credentials.add, { ...(await here.create(challenge, handle.id)), session })
  const shop = cardBrowser(card, PIN, { origin: 'https://shop.example', rpId: 'shop.example' })
  await shop.create(challenge, 'AQID')
  clock.forward(minutes(2))
  await shop.get(challenge)
  const begun = await as(undefined).tell(signIn.passkeyInitial)
  expect((await as(begun.session).ask(signIn.passkeyLogin, await here.get(begun.options.challenge))).status).toBe(200)
  clock.forward(minutes(2))
  const pc = as((await (await computersOf(home))('FOLD-1')).token)
  const atPc = await pc.tell(agents.challenge)
  const answer = await here.get(atPc.options.challenge)
  expect((await pc.ask(agents.signIn, { ...answer, session: atPc.session })).status).toBe(200)
  const all = [
    ['device.used', 'security-key.signed-in'],
    ['sign-in.passkey', 'security-key.signed-in'],
    ['security-key.signed-in'],
  ]
  expect((await asked({ user })).slice(0, 3)).toEqual(all)
  const left = 'select from activities a where not exists (select from activity_links l where l.activity_id = a.id)'
  // An open transaction of another test file delays this database too
  await vi.waitFor(
    async () => {
      await linkLog(world)
      expect((await world.superPool.query(left)).rowCount).toBe(0)
    },
    { timeout: 25_000, interval: 100 },
  )
  expect((await asked({ user })).slice(0, 3)).toEqual(all)
})

test('pages neither split nor repeat a folded entry, and the offset of a page counts every line', async () => {
  clock.forward(minutes(3))
  const from = clock.now().toISOString()
  const request = { id: 'r', ip: '203.0.113.80', userAgent: 'Firefox' }
  const people = Array.from({ length: 9 }, (_, n) => ({
    id: `00000000-0000-7000-8000-0000000000${n + 10}`,
    name: `Person ${n}`,
    key: { type: 'security-key', id: `key-${n}`, name: 'Badge' },
  }))
  await transact(world, { actor: { kind: 'nobody' }, request, workspace: given.owner.workspace }, async ctx => {
    for (const { key: object, ...by } of people)
      await record(ctx, { action: 'security-key.signed-in', by, object, after: { site: 'localhost' } })
    for (const { key: object, ...by } of people) await record(ctx, { action: 'sign-in.card', by, object })
  })
  for (const order of ['desc', 'asc'] as const) {
    const lines: string[] = []
    let after: string | undefined
    do {
      const page = await caller.tell(activity.list, { fold: true, kind: 'use', from, pageSize: 4, order, after })
      expect(page).toMatchObject({ total: 18, totalIs: 'exact', before: lines.length })
      for (const { action, actorId, id, steps = [] } of page.items) {
        expect([action, steps.map(step => [step.action, step.actorId])]).toEqual([
          'sign-in.card',
          [['security-key.signed-in', actorId]],
        ])
        lines.push(id, ...steps.map(step => step.id))
      }
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(new Set(lines).size).toBe(18)
  }
})
