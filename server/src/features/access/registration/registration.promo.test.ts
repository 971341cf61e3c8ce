import { individual } from '@claviger/contract/access/individual'
import { promoCodes } from '@claviger/contract/billing/promo-codes'
import { expect, test } from 'vitest'
import { begin, easyProofOfWork } from '#test/api/registering.ts'
import { startBilledApp, refusal } from '#test/billing/billing-app.ts'

const home = await startBilledApp('2031-01-10', easyProofOfWork)

test('a registration keeps a promo code, and ten wrong ones end its tries, even at the same time', async () => {
  await (
    await home.sue()
  ).tell(promoCodes.create, {
    code: 'WELCOME-1',
    days: 30,
    keys: 0,
    percent: 0,
    months: 1,
    mostUses: null,
    endsOn: null,
  })
  const valid = { code: 'WELCOME-1' }
  const kept = await begin(home, 'work', 'kept@clinic.example')
  expect(await kept.call.tell(individual.redeemRegistering, valid)).toMatchObject({ code: 'WELCOME-1', days: 30 })
  const guessing = await begin(home, 'work', 'guessing@clinic.example')
  const tries = Array.from({ length: 12 }, (_, place) => ({ code: `WRONG-${place}` }))
  await Promise.all(tries.map(one => guessing.call.ask(individual.redeemRegistering, one)))
  expect(await guessing.call.ask(individual.redeemRegistering, valid)).toMatchObject(refusal(429, 'too-many'))
})
