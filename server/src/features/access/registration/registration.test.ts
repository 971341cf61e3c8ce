import { registration } from '@claviger/contract/access/registration'
import { activity } from '@claviger/contract/oversight/activity'
import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { describe, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#test/app/test-app.ts'
import {
  addPasskey,
  samplePerson,
  begin,
  beginProven,
  codeTo,
  confirm,
  everyStep,
  nameWorkspace,
  provePerson,
} from '#test/api/registering.ts'
import { days, minutes } from '#platform/clock.ts'

const home = await startTestApp(everyStep)
const png = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000', 'hex').toString('base64')}`

const workspaceBehind = async (slug: string) => {
  const { rows } = await home.world.superPool.query<Record<string, unknown>>(
    `select w.*, u.email, u.email_verified_at, u.active_keys, u.phone_number, a.role, p.hash
     from workspaces w join users u on u.workspace_id = w.id join administrators a on a.user_id = u.id
     left join passwords p on p.user_id = u.id where w.slug = $1`,
    [slug],
  )
  return rows
}

describe('a work registration', () => {
  test('creates a workspace and its owner with a passkey', async () => {
    const who = await begin(home, 'work', 'ada@engines.example')
    expect((await who.call.tell(registration.state, {})).resendAfter).toBe(600)
    const proven = await who.call.tell(registration.verifyPersonalInfo, { code: await codeTo(home, who.email) })
    expect(proven.step).toBe('password')
    expect((await who.call.tell(registration.password, { password: 'difference engine' })).step).toBe('security-key')
    const { state, tokens } = await addPasskey(who)
    expect([state?.step, state?.hasPasskey, tokens]).toEqual(['personal-info', true, null])
    const told = await who.call.tell(registration.completePersonalInfo, samplePerson)
    expect(told.step, 'the postal address comes with billing').toBe('workspace')
    await nameWorkspace(who, 'engines', png)
    expect((await confirm(who)).step).toBe('complete')
    const signedIn = await who.call.tell(registration.complete, {})

    const me = home.as(signedIn.accessToken)
    const log = await me.tell(activity.list, {})
    expect(log.items.map(item => [item.action, item.actorName])).toContainEqual(['workspace.created', 'Ada Byron'])
    const [made] = await workspaceBehind('engines')
    expect(made).toMatchObject({
      type: 11,
      country: 'NO',
      role: 1,
      active_keys: 1,
      phone_number: '41234567',
      email: who.email,
    })
    expect(made?.['hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(made?.['email_verified_at']).not.toBeNull()
    const ends = new Date(home.clock.now().getTime() + days(30)).toISOString().slice(0, 10)
    expect(made?.['trial_end_date']).toBe(ends)
    const picture = await home.as(undefined).ask(workspaces.icon, { id: made?.['id'] })
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])

    await me.tell(registration.completeSteps, {})
    expect((await workspaceBehind('engines'))[0]?.['onboarded_at']).not.toBeNull()
    expect(await who.call.tell(registration.checkActivate, {})).toEqual({ active: true })
  })

  test('continues with a code if there is no passkey', async () => {
    const who = await begin(home, 'school', 'grace@college.example')
    await provePerson(home, who, false)
    await nameWorkspace(who, 'college')
    expect(await who.call.tell(registration.identityOptions, {})).toEqual({ request: null, verifier: null })
    const first = await codeTo(home, who.email)
    expect((await who.call.tell(registration.confirmIdentity, {})).step).toBe('verify')
    expect((await who.call.ask(registration.complete)).body['code']).toBe('wrong-step')
    const code = await codeTo(home, who.email, first)
    expect((await who.call.tell(registration.verify, { code })).state?.step).toBe('complete')
    const { accessToken } = await who.call.tell(registration.complete, {})
    expect((await home.as(accessToken).ask(activity.list)).status).toBe(200)
    expect((await workspaceBehind('college'))[0]).toMatchObject({ type: 12, active_keys: 0 })
  })

  test('completed several times concurrently, creates one workspace and signs in each time', async () => {
    const who = await begin(home, 'work', 'twice@engines.example')
    await provePerson(home, who)
    await nameWorkspace(who, 'twice-pressed')
    await confirm(who)
    const answers = await Promise.all([1, 2, 3].map(() => who.call.ask(registration.complete)))
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200])
    expect(await workspaceBehind('twice-pressed')).toHaveLength(1)
    home.clock.forward(minutes(2))
    expect((await who.call.ask(registration.complete)).body['code']).toBe('wrong-step')
  })
})

describe('a personal registration', () => {
  test('needs no postal address and no workspace name, and picks a free workspace address', async () => {
    for (const email of ['mia@gmail.com', 'namesake@gmail.com']) {
      const who = await begin(home, 'personal', email)
      await provePerson(home, who)
      expect((await who.call.ask(registration.address, { ...samplePerson })).status).toBeGreaterThanOrEqual(400)
      expect((await confirm(who)).step).toBe('complete')
      await who.call.tell(registration.complete, {})
    }
    const { rows } = await home.world.superPool.query<{ slug: string; type: number; name: string }>(
      "select slug, type, name from workspaces where slug like 'ada-byron%' order by length(slug)",
    )
    expect(rows.map(row => [row.type, row.name])).toEqual([
      [2, 'Ada Byron'],
      [2, 'Ada Byron'],
    ])
    expect(rows.map(row => row.slug)).toEqual(['ada-byron', expect.stringMatching(/^ada-byron-[0-9a-f]{8}$/)])
  })
})

describe('resuming a registration', () => {
  test('the emailed link continues where the user left off and ends earlier sessions', async () => {
    const who = await begin(home, 'work', 'later@engines.example')
    const { link } = await home.mailTo(who.email)
    const text = new URL(link ?? '').searchParams.get('resume') ?? ''
    home.clock.forward(days(6))
    const { session, state } = await home.as(undefined).tell(registration.resume, { link: text })
    expect(state.step, 'the link reached the mailbox as a code would').toBe('password')
    expect((await who.call.ask(registration.state)).body['code']).toBe('link-spent')
    const resumed = home.as(session)
    await resumed.tell(registration.password, {})
    expect((await resumed.tell(registration.skipPasskey, {})).step).toBe('personal-info')
    home.clock.forward(days(2))
    expect((await home.as(undefined).ask(registration.resume, { link: text })).body['code']).toBe('link-spent')
  })

  test('an earlier step can be repeated without losing later ones', async () => {
    const who = await begin(home, 'work', 'back@engines.example')
    await provePerson(home, who)
    await nameWorkspace(who, 'went-back')
    const again = await who.call.tell(registration.completePersonalInfo, { ...samplePerson, firstName: 'Augusta' })
    expect([again.step, again.firstName, again.workspace?.url]).toEqual(['confirm-identity', 'Augusta', 'went-back'])
    await confirm(who)
    const { state } = await addPasskey(who)
    expect(state?.step, 'another passkey confirms anew').toBe('confirm-identity')
  })

  test('repeating the email step keeps the registration, and a different email starts a new one', async () => {
    const who = await beginProven(home, 'work', 'same@engines.example')
    await who.call.tell(registration.password, {})
    const carried: TestApp = { ...home, as: () => who.call }
    const same = await begin(carried, 'work', 'same@engines.example')
    expect((await home.as(same.session).tell(registration.state, {})).step).toBe('security-key')
    const other = await begin(carried, 'work', 'other@engines.example')
    expect((await home.as(other.session).tell(registration.state, {})).step).toBe('verify-personal-info')
  })
})

test('shows the referring partner, and stores it only if it is a partner (R29)', async () => {
  await home.world.superPool.query("update workspaces set type = 3 where slug = 'southgate'")
  const shown = await home.as(undefined).tell(registration.partnerInfo, { referrer: 'southgate' })
  expect(shown.partner?.name).toBe('Southgate Clinic')
  for (const referrer of ['northgate', 'nowhere']) {
    expect(await home.as(undefined).tell(registration.partnerInfo, { referrer })).toEqual({ partner: null })
  }
  const who = await begin(home, 'work', 'partner@engines.example', { referrer: 'southgate' })
  expect((await who.call.tell(registration.state, {})).partner).toBe('Southgate Clinic')
  await provePerson(home, who)
  await nameWorkspace(who, 'by-partner')
  await confirm(who)
  await who.call.tell(registration.complete, {})
  expect((await workspaceBehind('by-partner'))[0]?.['referrer']).toBe('southgate')
  const other = await begin(home, 'work', 'without@engines.example', { referrer: 'nowhere' })
  expect((await other.call.tell(registration.state, {})).partner).toBeNull()
})

test('the referral link of a deleted partner registers a workspace without a partner, also if it was opened before', async () => {
  await home.world.superPool.query("update workspaces set type = 3 where slug = 'southgate'")
  const before = await begin(home, 'work', 'before@engines.example', { referrer: 'southgate' })
  expect((await before.call.tell(registration.state, {})).partner).toBe('Southgate Clinic')
  await home.world.superPool.query("delete from workspaces where slug = 'southgate'")
  expect(await home.as(undefined).tell(registration.partnerInfo, { referrer: 'southgate' })).toEqual({ partner: null })
  expect((await before.call.tell(registration.state, {})).partner).toBeNull()
  await provePerson(home, before)
  await nameWorkspace(before, 'after-partner')
  await confirm(before)
  await before.call.tell(registration.complete, {})
  expect((await workspaceBehind('after-partner'))[0]).toMatchObject({ referrer: null, partner_id: null })
  const after = await begin(home, 'work', 'after@engines.example', { referrer: 'southgate' })
  expect((await after.call.tell(registration.state, {})).partner).toBeNull()
})
