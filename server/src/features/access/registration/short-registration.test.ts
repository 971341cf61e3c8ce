import { account } from '@claviger/contract/access/account'
import { registration } from '@claviger/contract/access/registration'
import { privateTargets } from '@claviger/contract/tenancy/private-targets'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import {
  addPasskey,
  samplePerson,
  begin,
  beginProven,
  confirm,
  easyProofOfWork,
  solveProofOfWork,
} from '#test/api/registering.ts'
import { setupKey } from './registration.setup.ts'

const home = await startTestApp(easyProofOfWork)
const none = {}
/** An installation whose first-start link is unused; workspaces of the test data count as later ones. */
async function emptyInstallation() {
  const fresh = await startTestApp(easyProofOfWork)
  await fresh.world.superPool.query("update workspaces set installation = false, created_at = now() + '1 day'")
  return fresh
}

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

test.each([
  ['password', ['password', 'security-key', 'workspace', 'complete']],
  ['phone', ['security-key', 'personal-info', 'workspace', 'complete']],
  ['confirm-identity', ['security-key', 'workspace', 'confirm-identity', 'complete']],
])('REGISTRATION_STEPS=%s adds its step and no other', async (optional, expected) => {
  const longer = await startTestApp({ ...easyProofOfWork, REGISTRATION_STEPS: optional })
  const who = await beginProven(longer, 'work', 'ada@longer.example', ada)
  const answers: Record<string, () => Promise<unknown>> = {
    password: () => who.call.tell(registration.password, { password: 'correct horse battery' }),
    'security-key': () => addPasskey(who),
    'personal-info': () => who.call.tell(registration.completePersonalInfo, samplePerson),
    workspace: () => who.call.tell(registration.workspace, { name: 'Longer Clinic', url: 'longer' }),
    'confirm-identity': () => confirm(who),
  }
  const steps: string[] = []
  while (steps.at(-1) !== 'complete' && steps.length < 10) {
    await answers[steps.at(-1) ?? '']?.()
    steps.push((await who.call.tell(registration.state, {})).step)
  }
  expect(steps).toEqual(expected)
})

test('refuses an unknown country', async () => {
  const who = await beginProven(home, 'work', 'lost@short.example', ada)
  await addPasskey(who)
  const { body } = await who.call.ask(registration.workspace, { name: 'Lost', url: 'lost', country: 'QQ' })
  expect(body['fields']).toEqual([{ field: 'country', message: 'Please select at least one country' }])
})

test('a registration with billing stops at the postal address', async () => {
  const billed = await startTestApp({ ...easyProofOfWork, BILLING: 'on' })
  const who = await beginProven(billed, 'work', 'ada@billed.example', ada)
  expect((await addPasskey(who)).state?.step).toBe('address')
})

test('the first-start link creates the first workspace and its super administrator, once', async () => {
  const setup = setupKey(home.world)
  const early = begin(home, 'work', 'olga@gmail.com', { ...ada, setup })
  await expect(early, 'there is a super administrator already').rejects.toThrow('link-spent')
  const fresh = await emptyInstallation()
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
  // Its email was never verified, because the operator's needs not to be
  expect(await two!.call.ask(registration.complete, {})).toMatchObject({ body: { code: 'link-spent' } })
  const { permissions } = await first.tell(account.self, {})
  expect(permissions).toEqual(expect.arrayContaining(['workspace.write', 'super.workspaces']))
})

test('of two that finish with the first-start link at once, one becomes the super administrator', async () => {
  const fresh = await emptyInstallation()
  const ready = await Promise.all(
    ['one', 'two'].map(async name => {
      const who = await begin(fresh, 'work', `${name}@gmail.com`, { ...ada, setup: setupKey(fresh.world) })
      await addPasskey(who)
      await who.call.tell(registration.workspace, { name: `Ward ${name}`, url: `ward-${name}` })
      return who
    }),
  )
  const answers = await Promise.all(ready.map(who => who.call.ask(registration.complete, {})))
  expect(answers.map(({ status, body }) => `${status} ${String(body['code'])}`).toSorted()).toEqual([
    '200 undefined',
    '401 link-spent',
  ])
})

test('the first-start link counts although its user began to register without it', async () => {
  const fresh = await emptyInstallation()
  const before = await begin(fresh, 'work', 'olga@clinic.example', ada)
  const { state } = await before.call.tell(registration.stepOne, {
    ...ada,
    kind: 'work',
    email: 'olga@clinic.example',
    agreed: true,
    robotProof: await solveProofOfWork(fresh),
    setup: setupKey(fresh.world),
  })
  expect(state.step).toBe('security-key')
})

test('the workspace of the first-start link can open private networks, the first one of a stranger cannot', async () => {
  const fresh = await emptyInstallation()
  const register = async (name: string, more: object) => {
    const who = await (more === none ? beginProven : begin)(fresh, 'work', `${name}@${name}.example`, {
      ...ada,
      ...more,
    })
    await addPasskey(who)
    await who.call.tell(registration.workspace, { name, url: name })
    return fresh.as((await who.call.tell(registration.complete, {})).accessToken)
  }
  const stranger = await register('stranger', none)
  const operator = await register('operator', { setup: setupKey(fresh.world) })
  const networks = async (who: typeof operator) => (await who.tell(privateTargets.list, {})).networks
  expect(await networks(operator)).toContain('10.0.0.0/8')
  expect(await networks(stranger)).toEqual([])
})
