import {
  pageVerifications,
  selfServiceActions,
  type SelfServiceConfig,
  type TokenResult,
} from '@claviger/contract/access/self-service'
import { attributesField } from '@claviger/contract/access/self-service/form'
import { flow } from '../flow/flow.ts'
import type { Call, Reply, ReplyTo } from '../state/page-calls.ts'
import type { Effect, Event, CallRefusal } from '../state/events.ts'
import type { PageMemo } from '../state/memo.ts'
import { queryOf } from '../state/page-query.ts'
import { freshState } from '../state/state.ts'
import type { State } from '../state/state.ts'

export const origin = 'https://id.example'

type Overrides = Partial<Omit<SelfServiceConfig, 'configs' | 'services'>> & {
  configs?: Partial<SelfServiceConfig['configs']>
  services?: Partial<SelfServiceConfig['services']>
}

export const config = ({ configs, services, ...more }: Overrides = {}): SelfServiceConfig => ({
  id: 'clinic',
  workspace: { id: 'w', name: 'Fern Clinic', icon: null },
  configs: { inputReadingFormat: 'dec', verification: pageVerifications.pin, hasEmployeeId: true, ...configs },
  services: { enrollment: true, pinRecovery: true, ...services },
  displayHomePageScreen: true,
  messages: { help: null, helpParts: null, title: null, enrolled: null, recovered: null },
  authenticatorOnboarding: false,
  mainUrl: null,
  msalAutomation: false,
  loginHint: null,
  redirectUrl: null,
  debugMode: false,
  production: true,
  ...more,
})

export const token = (more: Partial<TokenResult> = {}): TokenResult => ({
  isPinRequired: true,
  verificationType: 'default',
  pinConfig: null,
  channels: [
    { type: 'email', address: 'g•••@fern.example' },
    { type: 'phone', address: '•••17' },
  ],
  unreached: null,
  person: null,
  signIn: null,
  language: null,
  ...more,
})

export const signIn = { name: 'Fern', url: '/login/sso?visit=step' }

export const foundReply = (more: Partial<ReplyTo<'lookup'>> = {}): ReplyTo<'lookup'> => ({
  redirectMsal: false,
  tokenId: null,
  cardIdDecimal: '1',
  clientId: null,
  tenantId: null,
  [attributesField]: {},
  signIn: null,
  ...more,
})

const plain: { [N in Call['name']]: ReplyTo<N> } = {
  challenge: { session: 'session' },
  config: { selfService: config() },
  start: { ok: true },
  lookup: foundReply(),
  token: token(),
  code: { ok: true },
  verify: { ok: true, isPinRequired: true, pinConfig: null },
  enroll: { ok: true, keyName: 'Badge' },
  reset: { ok: true, keyName: 'Badge' },
}

/** The page without a browser: records its effects, and the test controls the time. */
export class SimulatedPage {
  state: State
  now = 1_000_000
  readonly effects: Effect[] = []
  private timers: { at: number; event: Event }[] = []

  constructor(search = '') {
    this.state = freshState(queryOf('/self-service/clinic', search), origin, this.now)
  }

  tell(event: Event): this {
    const [next, effects] = flow(this.state, event, this.now)
    this.state = next
    this.effects.push(...effects)
    for (const effect of effects)
      if (effect.does === 'wait')
        this.timers.push({ at: this.now + effect.ms, event: { is: 'due', timer: effect.timer } })
    return this
  }

  /** Advances the time in ticks of 250 ms, as the browser does. */
  pass(ms: number): this {
    const end = this.now + ms
    while (this.now < end) {
      this.now = Math.min(end, this.now + 250)
      const due = this.timers.filter(({ at }) => at <= this.now)
      this.timers = this.timers.filter(({ at }) => at > this.now)
      for (const { event } of due) this.tell(event)
      this.tell({ is: 'tick' })
    }
    return this
  }

  get asked(): Call | null {
    return this.state.asked?.call ?? null
  }

  get calls(): string[] {
    return this.effects.flatMap(effect => (effect.does === 'call' ? [effect.call.name] : []))
  }

  did<D extends Effect['does']>(does: D): Extract<Effect, { does: D }>[] {
    return this.effects.filter((effect): effect is Extract<Effect, { does: D }> => effect.does === does)
  }

  answer<N extends Call['name']>(name: N, reply: ReplyTo<N> = plain[name]): this {
    if (this.asked?.name !== name) throw new Error(`${this.asked?.name ?? 'nothing'} is asked, not ${name}`)
    this.tell({ is: 'answered', id: this.state.calls, answer: { name, reply } as unknown as Reply })
    return name === 'challenge' || (name === 'start' && this.state.wizard.card) ? this.pass(50) : this
  }

  refuse(status: number, more: Partial<CallRefusal> = {}): this {
    const refused = { status, code: null, message: null, work: null, ...more }
    return this.tell({ is: 'refused', id: this.state.calls, refused })
  }

  lose(): this {
    return this.tell({ is: 'lost', id: this.state.calls })
  }
}

export const openSimulatedPage = (
  given: SelfServiceConfig = config(),
  search = '',
  memo: PageMemo | null = null,
): SimulatedPage =>
  new SimulatedPage(search).tell({ is: 'opened', session: 'kept', memo }).answer('config', { selfService: given })

export const atForm = (given = config(), action: 0 | 1 = selfServiceActions.enrollment): SimulatedPage =>
  openSimulatedPage(given, `?id=04A1B2C3&action=${action === selfServiceActions.enrollment ? 'enroll' : 'recovery'}`)
    .answer('start')
    .answer('lookup')

export const afterToken = (
  result: Partial<TokenResult> = {},
  action: 0 | 1 = selfServiceActions.enrollment,
): SimulatedPage =>
  atForm(config(), action)
    .tell({ is: 'identified', identity: { attributes: { employeeId: 'E1' } } })
    .answer('token', token(result))

export const atPin = (
  action: 0 | 1 = selfServiceActions.enrollment,
  result: Partial<TokenResult> = {},
): SimulatedPage => afterToken({ verificationType: 'none', ...result }, action)
