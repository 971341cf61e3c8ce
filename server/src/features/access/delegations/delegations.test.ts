import { delegations } from '@claviger/contract/access/delegations'
import { keyActivation } from '@claviger/contract/keys/key-activation'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock } = home
const { appoint, dismiss, owner } = testData(home)
const tool = as(undefined)
const ask = () =>
  tool.tell(delegations.ask, {
    tool: 'Passkey provisioner',
    version: '1.2.0',
    purpose: 'on-behalf-registration',
    device: 'PC-12',
  })
const caller = async (person: { id: string; workspace: string }) => as((await given.session(person)).accessToken)
const refused = { status: 401, body: { code: 'delegation-refused' } }

async function tokenBy(person: { id: string; workspace: string }, user = given.user.id) {
  const { request, deviceCode } = await ask()
  await (await caller(person)).tell(delegations.decide, { request, allow: true, user })
  return (await tool.tell(delegations.poll, { deviceCode })).token ?? ''
}

test('a tool requests access, an administrator approves it for one user, and the tool registers a key for them', async () => {
  const chosen = { id: await given.addUser('Chosen', 'One'), name: 'Chosen One' }
  const { request, deviceCode, code, link } = await ask()
  expect(link).toContain(`/auth/delegated?request=${request}`)
  expect(await tool.tell(delegations.poll, { deviceCode })).toEqual({ state: 'waiting' })
  const admin = await caller(given.administrator)
  expect(await admin.tell(delegations.look, { request })).toMatchObject({
    tool: 'Passkey provisioner',
    device: 'PC-12',
    code,
    ip: '127.0.0.1',
  })
  expect(await admin.tell(delegations.decide, { request, allow: true, user: chosen.id })).toEqual({ allowed: true })
  expect(await admin.ask(delegations.decide, { request, allow: true, user: chosen.id })).toMatchObject({
    body: { code: 'delegation-over' },
  })
  const { token, user } = await tool.tell(delegations.poll, { deviceCode })
  expect(user).toEqual(chosen)
  expect(await tool.tell(delegations.poll, { deviceCode })).toEqual({ state: 'ended' })
  const made = await tool.tell(delegations.registerKey, { token: String(token), name: 'From the desk' })
  const opened = await tool.tell(keyActivation.open, { link: new URL(made.link).searchParams.get('link') ?? '' })
  expect(opened).toMatchObject({ purpose: 'hardware', keyName: 'From the desk' })
  const { items } = await (
    await owner()
  ).tell(activity.list, {
    action: ['delegation.used', 'delegation.allowed'],
    search: chosen.name,
  })
  expect(items.map(line => [line.action, line.actorName, line.objectName])).toEqual([
    ['delegation.used', given.administrator.name, chosen.name],
    ['delegation.allowed', given.administrator.name, chosen.name],
  ])
})

test('a denied, expired, or made-up request or token grants nothing', async () => {
  const denied = await ask()
  await (await caller(given.administrator)).tell(delegations.decide, { request: denied.request, allow: false })
  expect(await tool.tell(delegations.poll, { deviceCode: denied.deviceCode })).toEqual({ state: 'denied' })
  expect(await tool.tell(delegations.poll, { deviceCode: 'made-up' })).toEqual({ state: 'ended' })
  expect(await tool.ask(delegations.registerKey, { token: 'made-up' })).toMatchObject(refused)
  const late = await ask()
  clock.forward(minutes(5))
  expect(await tool.tell(delegations.poll, { deviceCode: late.deviceCode })).toEqual({ state: 'ended' })
  expect(
    await (
      await caller(given.administrator)
    ).ask(delegations.decide, {
      request: late.request,
      allow: true,
      user: given.user.id,
    }),
  ).toMatchObject({ body: { code: 'delegation-over' } })
  const token = await tokenBy(given.administrator)
  const flipped = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  expect(await tool.ask(delegations.registerKey, { token: flipped })).toMatchObject(refused)
  clock.forward(minutes(15))
  expect(await tool.ask(delegations.registerKey, { token })).toMatchObject(refused)
})

test.each(['tool', 'version', 'device'])(
  'refuses a %s with characters that change how it is displayed',
  async field => {
    const wish = { tool: 'Any', version: '1', purpose: 'on-behalf-registration', device: 'PC', [field]: 'PC\u202Eexe' }
    expect(await tool.ask(delegations.ask, wish)).toMatchObject({ status: 422, body: { fields: [{ field }] } })
  },
)

test('approval requires the role, permission, and workspace for the user, and a recent confirmation', async () => {
  const { request } = await ask()
  const allow = (user: string) => ({ request, allow: true, user })
  const manager = await caller(given.userManager)
  expect(await manager.ask(delegations.decide, allow(given.owner.id))).toMatchObject({ body: { code: 'above-you' } })
  expect(await (await caller(given.readOnly)).ask(delegations.look, { request })).toMatchObject({ status: 403 })
  expect(await (await caller(given.user)).ask(delegations.decide, allow(given.user.id))).toMatchObject({ status: 403 })
  expect(await (await caller(given.ownerElsewhere)).ask(delegations.decide, allow(given.user.id))).toMatchObject({
    status: 404,
  })
  clock.forward(minutes(6))
  expect(await manager.ask(delegations.decide, allow(given.user.id))).toMatchObject({ body: { code: 'verify-first' } })
})

test('a token stops working when its approver loses the role, and after a few keys', async () => {
  const id = await given.addUser('Short', 'Rank')
  await appoint(id, 3)
  const token = await tokenBy({ id, workspace: given.owner.workspace })
  await tool.tell(delegations.registerKey, { token })
  await dismiss(id)
  expect(await tool.ask(delegations.registerKey, { token })).toMatchObject(refused)
  const other = await tokenBy(given.administrator)
  const answers = []
  for (let at = 0; at < 6; at++) answers.push((await tool.ask(delegations.registerKey, { token: other })).status)
  expect(answers.filter(status => status === 200).length).toBeLessThanOrEqual(5)
  expect(answers.at(-1)).toBe(401)
})
