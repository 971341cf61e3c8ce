import { account } from '@claviger/contract/access/account'
import { registration } from '@claviger/contract/access/registration'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, begin, beginProven, easyRiddles } from '#test/api/registering.ts'
import { setupKey } from './registration.setup.ts'

const home = await startTestApp(easyRiddles)
const ada = { firstName: 'Ada', lastName: 'Byron' }

test('a registration asks for the email, a key, and the workspace, and for nothing twice', async () => {
  const who = await beginProven(home, 'work', 'ada@short.example', ada)
  expect((await who.call.tell(registration.state, {})).step).toBe('security-key')
  expect((await addPasskey(who)).state?.step).toBe('workspace')
  const named = { name: 'Short Clinic', url: 'short', country: 'AT', timeZone: 'Europe/Vienna' }
  expect((await who.call.tell(registration.workspace, named)).step).toBe('complete')
  const me = home.as((await who.call.tell(registration.complete, {})).accessToken)
  const { workspace } = await me.tell(workspaceSettings.details, {})
  expect(workspace).toMatchObject({ country: 'AT', timeZone: 'Europe/Vienna', city: null })
  expect(await me.tell(account.self, {})).toMatchObject({ firstName: 'Ada', lastName: 'Byron', passkeys: 1 })
  const { status } = await me.ask(workspaceSettings.update, { name: 'Short Clinics', url: 'short' })
  expect(status, 'the new passkey confirms changes').toBe(200)
})

test('a registration without a key needs no second code, and confirms no changes', async () => {
  const who = await beginProven(home, 'school', 'grace@short.example', ada)
  expect((await who.call.tell(registration.skipPasskey, {})).step).toBe('workspace')
  const named = { name: 'College', url: 'college', timeZone: 'Mars/Olympus' }
  await who.call.tell(registration.workspace, named)
  const me = home.as((await who.call.tell(registration.complete, {})).accessToken)
  expect((await me.tell(workspaceSettings.details, {})).workspace.timeZone).toBe('UTC')
})

test('refuses an unknown country', async () => {
  const who = await beginProven(home, 'work', 'lost@short.example', ada)
  await addPasskey(who)
  const { body } = await who.call.ask(registration.workspace, { name: 'Lost', url: 'lost', country: 'QQ' })
  expect(body['fields']).toEqual([{ field: 'country', message: 'Please select at least one country' }])
})

test('a registration with billing stops at the postal address', async () => {
  const billed = await startTestApp({ ...easyRiddles, BILLING: 'on' })
  const who = await beginProven(billed, 'work', 'ada@billed.example', ada)
  expect((await addPasskey(who)).state?.step).toBe('address')
})

test('the first-start link creates the first workspace and its super administrator, once', async () => {
  const setup = setupKey(home.world)
  const early = begin(home, 'work', 'olga@gmail.com', { ...ada, setup })
  await expect(early, 'there is a super administrator already').rejects.toThrow('link-spent')
  const fresh = await startTestApp(easyRiddles)
  await fresh.world.superPool.query('update workspaces set installation = false')
  const wrong = begin(fresh, 'work', 'olga@gmail.com', { ...ada, setup: 'guessed' })
  await expect(wrong).rejects.toThrow('link-spent')
  const [one, two] = await Promise.all(
    ['one', 'two'].map(async name => {
      const who = await begin(fresh, 'work', `${name}@gmail.com`, { ...ada, setup: setupKey(fresh.world) })
      await addPasskey(who)
      await who.call.tell(registration.workspace, { name: `Clinic ${name}`, url: `clinic-${name}` })
      return who
    }),
  )
  const first = fresh.as((await one!.call.tell(registration.complete, {})).accessToken)
  const second = fresh.as((await two!.call.tell(registration.complete, {})).accessToken)
  const permissions = async (who: typeof first) => (await who.tell(account.self, {})).permissions
  expect(await permissions(first)).toEqual(expect.arrayContaining(['workspace.write', 'super.workspaces']))
  expect(await permissions(second)).not.toContain('super.workspaces')
})
