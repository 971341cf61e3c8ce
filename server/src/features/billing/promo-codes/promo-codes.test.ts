import { account } from '@claviger/contract/access/account'
import { licenses } from '@claviger/contract/billing/licenses'
import { promoCodes } from '@claviger/contract/billing/promo-codes'
import { individual } from '@claviger/contract/access/individual'
import { personalPlans } from '@claviger/contract/billing/money'
import { plans } from '@claviger/contract/billing/plans'
import { users } from '@claviger/contract/people/users'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { expect } from 'vitest'
import { sampleBilling } from '#platform/config/billing-file.ts'
import { startBilledApp, refusal } from '#test/billing/billing-app.ts'
import { story } from '#test/billing/story.ts'

const home = await startBilledApp('2031-01-31')
const { given, owner, sue, as, goTo } = home
const { workspace } = given.owner
const make = async (code: string, more: Record<string, unknown> = {}) =>
  (await sue()).tell(promoCodes.create, {
    code,
    days: 0,
    keys: 0,
    percent: 0,
    months: 1,
    mostUses: null,
    endsOn: null,
    ...more,
  })
const elsewhere = async () => as((await given.session(given.ownerElsewhere)).accessToken)
const person = async () => as((await given.session(given.individual)).accessToken)

const step = story('promo codes and personal accounts')

step('a code brings trial days, keys, and a discount, once for each workspace', async () => {
  const made = await make('welcome-2031', { days: 30, keys: 3, percent: 2500, months: 1 })
  expect(made).toMatchObject({ code: 'WELCOME-2031', uses: 0 })
  expect(await (await sue()).ask(promoCodes.create, { ...made, code: 'Welcome-2031', months: 1 })).toMatchObject(
    refusal(409, 'promo-code-taken'),
  )
  const brought = await (await owner()).tell(promoCodes.redeem, { code: ' Welcome-2031 ' })
  expect(brought).toMatchObject({ days: 30, keys: 3, trialEndDate: '2031-03-01', until: '2031-02-27' })
  expect((await (await owner()).tell(licenses.get)).limit).toBe(253)
  expect(await (await owner()).ask(promoCodes.redeem, { code: 'WELCOME-2031' })).toMatchObject(
    refusal(409, 'promo-code-used'),
  )
  const { items } = await (await sue()).tell(promoCodes.uses, { id: made.id })
  expect(items).toMatchObject([{ workspace: { id: workspace }, by: given.owner.name }])
  expect((await (await sue()).tell(promoCodes.list, { search: 'welcome' })).items[0]?.uses).toBe(1)
})

step('two workspaces that redeem the last use at the same time: one gets it', async () => {
  await make('LAST-ONE-1', { days: 5, mostUses: 1 })
  const answers = await Promise.all(
    [await owner(), await elsewhere()].map(caller => caller.ask(promoCodes.redeem, { code: 'LAST-ONE-1' })),
  )
  expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200, 422]))
  expect(await home.number("select uses as n from promo_codes where code = 'LAST-ONE-1'")).toBe(1)
})

step('ended and unknown codes are refused in the same way, and guessing is limited', async () => {
  await make('ENDED-CODE', { days: 5, endsOn: '2031-01-30' })
  const made = await make('ENDS-TODAY', { days: 5, endsOn: '2031-01-31' })
  await (await sue()).tell(promoCodes.end, { id: made.id })
  const asOwner = await owner()
  for (const code of ['ENDED-CODE', 'ENDS-TODAY', 'NO-SUCH-CODE', "' or 1=1", 'x'])
    expect(await asOwner.ask(promoCodes.redeem, { code })).toMatchObject(refusal(422, 'promo-code-refused'))
  for (let tries = 0; tries < 20; tries++) await asOwner.ask(promoCodes.redeem, { code: `GUESS-${1000 + tries}` })
  await make('VALID-CODE', { days: 5 })
  expect(await asOwner.ask(promoCodes.redeem, { code: 'VALID-CODE' })).toMatchObject(refusal(429, 'too-many'))
  expect(
    await as((await given.session(given.readOnly)).accessToken).ask(promoCodes.redeem, { code: 'VALID-CODE' }),
  ).toMatchObject(refusal(403, 'not-permitted'))
  home.clock.forward(3_600_001)
  expect((await (await owner()).ask(promoCodes.redeem, { code: 'VALID-CODE' })).status).toBe(200)
})

step('a personal account has its own plan and log, no business function, and can be reactivated (R199)', async () => {
  expect(await (await person()).tell(individual.get)).toMatchObject({
    plan: personalPlans.basic,
    price: sampleBilling.priceTables[0]?.personal[0],
    active: true,
  })
  expect(await (await owner()).ask(individual.get)).toMatchObject(refusal(403, 'not-personal'))
  await make('PREMIUM-1', { days: 60 })
  await (await person()).tell(promoCodes.redeem, { code: 'PREMIUM-1' })
  expect(await (await person()).tell(individual.get)).toMatchObject({
    plan: personalPlans.premium,
    planUntil: '2031-03-31',
  })
  await goTo('2031-04-01')
  expect((await (await person()).tell(individual.get)).plan).toBe(personalPlans.basic)
  for (const call of [plans.policy, licenses.get, users.list])
    expect(await (await person()).ask(call)).toMatchObject(refusal(403, 'personal-workspace'))
  expect(await (await person()).ask(individual.reactivate)).toMatchObject(refusal(409, 'change-refused'))
  const disabled = { id: given.individual.workspace, status: workspaceStatus.disabled }
  await (await sue()).tell(workspaceGovernance.status, disabled)
  expect(await (await person()).tell(individual.get)).toMatchObject({ active: false, canReactivate: false })
  // What the operator disabled, its owner can't open again
  expect(await (await person()).ask(individual.reactivate)).toMatchObject(refusal(409, 'change-refused'))
  await (await sue()).tell(workspaceGovernance.status, { ...disabled, status: workspaceStatus.active })
  await (await person()).tell(account.removeAccount, { confirm: true })
  expect((await (await person()).tell(individual.reactivate)).active).toBe(true)
  const { items } = await (await person()).tell(individual.logs)
  expect(items.map(line => line.action)).toContain('individual.reactivated')
})
