import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Call } from '../state/page-calls.ts'
import type { Event } from '../state/events.ts'
import { config, foundReply, SimulatedPage, signIn, token } from './simulated-page.ts'

type Act = (page: SimulatedPage) => void

const event =
  (one: Event): Act =>
  page =>
    void page.tell(one)
const identity = { attributes: { employeeId: 'E1' } }

const clicks = fc.constantFrom<Act>(
  event({ is: 'read', text: '1' }),
  event({ is: 'read', text: '04A1-recovery' }),
  event({ is: 'tapped', card: '04A1' }),
  event({ is: 'chosen', action: 0 }),
  event({ is: 'chosen', action: 1 }),
  event({ is: 'without-card' }),
  event({ is: 'identified', identity }),
  event({ is: 'code-wanted', channel: 'email' }),
  event({ is: 'code-typed', code: '123456' }),
  event({ is: 'modal-closed' }),
  event({ is: 'confirmed' }),
  event({ is: 'sign-in-wanted' }),
  event({ is: 'pin-typed', pin: '7391', again: '7391' }),
  event({ is: 'first-step' }),
  event({ is: 'retry' }),
  event({ is: 'recover-instead' }),
  event({ is: 'another-card' }),
  event({ is: 'stay' }),
  event({ is: 'extension', id: 'abc', version: '1' }),
)

const answers = fc
  .record({
    isPinRequired: fc.boolean(),
    verificationType: fc.constantFrom('none', 'default', 'entraId', 'sso', 'identity', 'selfConfirmation', 'automatic'),
    redirectMsal: fc.boolean(),
    known: fc.boolean(),
    home: fc.boolean(),
    recovery: fc.boolean(),
    verification: fc.constantFrom(0, 2),
  })
  .map((given): Act => page => {
    const { isPinRequired, verificationType, redirectMsal, known, home, recovery, verification } = given
    const replies: { [N in Call['name']]: () => SimulatedPage } = {
      challenge: () => page.answer('challenge'),
      config: () => {
        const selfService = config({
          displayHomePageScreen: home,
          services: { pinRecovery: recovery },
          configs: { verification },
        })
        return page.answer('config', { selfService })
      },
      start: () => page.answer('start'),
      lookup: () =>
        page.answer(
          'lookup',
          foundReply({ redirectMsal, tokenId: known ? 'holder' : null, signIn: known ? signIn : null }),
        ),
      token: () => page.answer('token', token({ isPinRequired, verificationType: verificationType as 'none', signIn })),
      code: () => page.answer('code'),
      verify: () => page.answer('verify', { ok: true, isPinRequired, pinConfig: null }),
      enroll: () => page.answer('enroll'),
      reset: () => page.answer('reset'),
    }
    if (page.asked) replies[page.asked.name]()
  })

/** The sensible next action of a user, so that sequences reach the later steps. */
const sensible: Act = page => {
  const { step, verification } = page.state.wizard
  const atStep: readonly Event[] = [
    { is: 'read', text: '1' },
    { is: 'read', text: '1' },
    { is: 'identified', identity },
    { is: 'code-wanted', channel: 'email' },
    { is: 'pin-typed', pin: '7391', again: '7391' },
    { is: 'stay' },
  ]
  const next = atStep[step]
  if (next) page.tell(next)
  if (step !== 3) return
  if (verification === 'selfConfirmation') page.pass(3000).tell({ is: 'confirmed' })
  else page.tell({ is: 'code-typed', code: '123456' })
}

const codes = [
  'card-taken',
  'wrong-step',
  'page-off',
  'visit-code-refused',
  'proof-needed',
  'key-blocked',
  null,
] as const
const refusals = fc
  .tuple(fc.constantFrom(400, 401, 403, 404, 409, 422, 429, 500, 503), fc.constantFrom(...codes), fc.boolean())
  .map(([status, code, told]): Act => page => {
    if (page.asked)
      page.refuse(status, { code, message: told ? 'No' : null, work: told ? { salt: 's', bits: 1 } : null })
  })

const others = fc.oneof(
  fc.constant<Act>(page => void page.lose()),
  fc.integer({ min: 250, max: 70_000 }).map(
    (ms): Act =>
      page =>
        void page.pass(ms),
  ),
  fc.integer({ min: 0, max: 40 }).map(
    (id): Act =>
      page =>
        void page.tell({ is: 'worked', id, proof: '1' }),
  ),
)

const back: Act = page => {
  const { step, history } = page.state.wizard
  page.tell({ is: 'back' })
  const now = page.state.wizard
  if (now.step !== step || now.history.length !== history.length) {
    expect(now.step).toBe(history.at(-1))
    expect(now.history).toEqual(history.slice(0, -1))
  }
  if (history.length === 0) expect(now.step).toBe(step)
}

const acts = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: answers },
    { weight: 6, arbitrary: fc.constant(sensible) },
    { weight: 3, arbitrary: clicks },
    refusals,
    others,
    fc.constant(back),
  ),
  { maxLength: 60, size: 'max' },
)

test('no sequence of events reaches step 5 before the server enrolled or reset, and Back never leaves the history', () => {
  let reached = 0
  fc.assert(
    fc.property(acts, fc.constantFrom('', '?id=AA', '?action=recovery&data=1', '?kiosk=1'), (all, search) => {
      const page = new SimulatedPage(search).tell({ is: 'opened', session: null, memo: null })
      for (const act of all) {
        const { asked } = page
        const before = page.state.wizard.step
        act(page)
        const { step, done, history } = page.state.wizard
        if (step === 5 && before !== 5) {
          reached += 1
          expect(asked?.name === 'enroll' || asked?.name === 'reset').toBe(true)
        }
        expect(step === 5).toBe(done !== null)
        expect(history.length).toBeLessThan(70)
      }
    }),
    { numRuns: 1500, seed: 20 },
  )
  // The property would prove nothing if no sequence got there
  expect(reached).toBeGreaterThan(20)
})
