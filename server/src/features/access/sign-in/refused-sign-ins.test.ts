import { signIn } from '@claviger/contract/access/sign-in'
import { credentials } from '@claviger/contract/keys/credentials'
import { activity } from '@claviger/contract/oversight/activity'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, signInWith } from '#test/api/passkeys.ts'
import { assignCard } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const { appoint, owner } = testData(home)
const linesOf = async (user: string) =>
  (await (await owner()).tell(activity.list, { user, status: 2 })).items.map(one => [one.action, one.reason])
const stopped = 'The account is suspended or deactivated'
const askCode = (email: string) => as(undefined).ask(signIn.emailInitial, { email })

test.each([
  ['suspended', { suspended_at: new Date() }],
  ['deactivated', { deactivated_at: new Date() }],
])('a code requested by a %s user adds a log entry, and the response reveals nothing', async (how, facts) => {
  const email = `code.${how}@northgate.example`
  const id = await given.addUser('Code', how, { ...facts, email })
  const [refused, unknown] = [await askCode(email), await askCode(`nobody.${how}@northgate.example`)]
  expect([refused.status, Object.keys(refused.body)]).toEqual([unknown.status, Object.keys(unknown.body)])
  await expect.poll(() => linesOf(id)).toEqual([['sign-in.code', stopped]])
  const tried = await as(String(refused.body['session'])).ask(signIn.emailLogin, { pin: 'a wrong one' })
  expect(tried).toMatchObject({ status: 401, body: { code: 'password-refused' } })
  await expect.poll(() => linesOf(id)).toContainEqual(['sign-in.password', stopped])
  expect((await outboxMails(world)).filter(mail => mail.to === email)).toEqual([])
})

test('a code for a user who must use a passkey adds a log entry', async () => {
  const admin = await given.addUser('Only', 'Passkey')
  await appoint(admin, 2)
  await addPasskey(home, (await given.session({ id: admin, workspace: given.owner.workspace })).accessToken)
  await askCode('only.passkey@northgate.example')
  await expect.poll(() => linesOf(admin)).toEqual([['sign-in.code', 'This account can sign in only with its passkey']])
})

test('a deleted passkey adds a log entry about its former owner', async () => {
  const id = await given.addUser('Deleted', 'Passkey')
  const { accessToken } = await given.session({ id, workspace: given.owner.workspace })
  const { key, passkey } = await addPasskey(home, accessToken)
  await addPasskey(home, accessToken)
  expect((await signInWith(home, key)).status).toBe(200)
  await as((await given.session({ id, workspace: given.owner.workspace })).accessToken).tell(credentials.remove, {
    id: passkey.id,
  })
  expect(await signInWith(home, key)).toMatchObject({ status: 401, body: { code: 'passkey-refused' } })
  expect(await linesOf(id)).toEqual([['sign-in.passkey', 'This passkey is unknown']])
  const nobody = { userHandle: Buffer.alloc(32, 1).toString('base64url') }
  expect(await signInWith(home, key, nobody)).toMatchObject({ status: 401, body: { code: 'passkey-refused' } })
  expect(await linesOf(id)).toHaveLength(1)
})

test('an unknown card and a card of another user add a log entry in the workspace or for the user addressed', async () => {
  const id = await given.addUser('Holds', 'Another')
  await assignCard(home, await given.addUser('Holds', 'This'), 'CAFE0001', '274936')
  const enter = (cardId: string, where: string) => as(undefined).ask(signIn.cardLogin, { cardId, pin: '111999', where })
  const answers = [
    await enter('CAFEFFFF', 'northgate'),
    await enter('CAFE0001', 'holds.another@northgate.example'),
    await enter('CAFEFFFF', 'nowhere'),
  ]
  expect(new Set(answers.map(one => JSON.stringify({ ...one.body, requestId: '' }))).size).toBe(1)
  expect(await linesOf(id)).toEqual([['sign-in.card', "This user doesn't have this card"]])
  const { items } = await (await owner()).tell(activity.list, { action: ['sign-in.card'], search: 'FFFF' })
  expect(items).toMatchObject([
    { reason: 'No user here has this card', objectType: 'card', objectName: '…FFFF', actorId: null },
  ])
  await (await owner()).tell(workspaceSettings.cardSignIn, { cardSignIn: 'off', networks: [] })
  await enter('CAFEFFFE', 'northgate')
  await (await owner()).tell(workspaceSettings.cardSignIn, { cardSignIn: 'on', networks: [] })
  const log = await (await owner()).tell(activity.list, { action: ['sign-in.card'], search: 'FFFE' })
  expect(log.items).toMatchObject([{ reason: "Card sign-in isn't allowed from this network" }])
})

test('the same refusal adds one log entry per minute, and refusals about unknown subjects add only a few', async () => {
  const id = await given.addUser('Often', 'Refused')
  const from = {
    actor: { kind: 'nobody' },
    request: { id: 'r', ip: '203.0.113.9', userAgent: '' },
    workspace: given.owner.workspace,
  } as const
  const refuse = (subject: Parameters<typeof recordRefused>[2], failed: string) =>
    transact(world, from, ctx =>
      recordRefused(ctx, { action: 'sign-in.card', failed, by: { id, name: 'Often Refused' } }, subject),
    )
  await Promise.all(Array.from({ length: 5 }, () => refuse({ known: id }, 'One')))
  await refuse({ known: id }, 'Two')
  expect(new Set((await linesOf(id)).map(([, reason]) => reason))).toEqual(new Set(['One', 'Two']))
  expect(await linesOf(id)).toHaveLength(2)
  clock.forward(minutes(1))
  await refuse({ known: id }, 'One')
  expect(await linesOf(id)).toHaveLength(3)
  for (let n = 0; n < 100; n++) await refuse({ unknown: `card ${n}` }, 'Three')
  const strange = (await linesOf(id)).filter(([, reason]) => reason === 'Three').length
  expect(strange).toBeGreaterThan(0)
  expect(strange).toBeLessThanOrEqual(8)
})

const tooOften = 'Too many wrong attempts; further attempts are blocked for a while'

test('adds at most one log entry per minute about a user who is guessed at too often', async () => {
  const email = 'guessed.often@northgate.example'
  const id = await given.addUser('Guessed', 'Often', { email })
  const guess = async () => {
    const { body } = await askCode(email)
    const answers: number[] = []
    for (let tries = 0; tries < 5; tries++)
      answers.push((await as(String(body['session'])).ask(signIn.emailLogin, { code: '000000' })).status)
    return answers
  }
  const statuses = [...(await guess()), ...(await guess())]
  expect(statuses.filter(status => status === 429).length).toBeGreaterThan(1)
  const said = async () => (await linesOf(id)).filter(([, reason]) => reason === tooOften)
  await expect.poll(said).toEqual([['sign-in.code', tooOften]])
})

test('logs the owner of a card whose PIN is guessed at too often', async () => {
  const id = await given.addUser('Guessed', 'Card')
  await assignCard(home, id, 'CAFE0042', '274936')
  const guess = () => as(undefined).ask(signIn.cardLogin, { cardId: 'CAFE0042', pin: '111999', where: 'northgate' })
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries++) statuses.push((await guess()).status)
  expect(statuses.at(-1)).toBe(429)
  await expect.poll(() => linesOf(id)).toContainEqual(['sign-in.card', tooOften])
})
