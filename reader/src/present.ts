import { enrol, fingerCarrier, type Fingers, templatesOf } from './fingers/fingers.ts'
import { openUhid, plugIn } from './hid/linux-device.ts'
import { type Account, accountsOf, type App, carrier, ServerRefusal, standingOf } from './server/access-key.ts'

/** Selects one of a tapped card's accounts; resolves to undefined if the tap should be ignored. */
export type Choose = (accounts: readonly Account[]) => Promise<Account | undefined>

/** How long a tapped card stays plugged in, in ms. */
export const tapLife = 60_000

const words = {
  pending: 'is not active yet: nothing is presented',
  suspended: 'is suspended: nothing is presented',
  blocked: 'is blocked: nothing is presented',
  waiting: 'is waiting for confirmation by its owner: nothing is presented',
  unknown: "isn't assigned to a user: nothing is presented",
} as const

/** Presents tapped cards to the computer as FIDO2 devices, or prints what it would do if the kernel has no uhid. */
export function presenter(app: App, choose: Choose, tell: (words: string) => void) {
  let unplug: (() => Promise<void>) | undefined
  let away: NodeJS.Timeout | undefined
  let gone = Promise.withResolvers<void>()
  gone.resolve()

  async function leave(): Promise<void> {
    clearTimeout(away)
    const last = unplug
    unplug = undefined
    await last?.()
    gone.resolve()
  }

  async function plug(serial: string, called: string, answer: (request: Uint8Array) => Promise<Uint8Array>) {
    const kernel = await openUhid()
    if (kernel === undefined)
      return tell(`${called}: would be a FIDO2 device for ${tapLife / 1000} s, but there is no /dev/uhid here`)
    unplug = await plugIn(kernel, serial, answer)
    gone = Promise.withResolvers()
    away = setTimeout(() => void leave(), tapLife)
    tell(`${called}: is a FIDO2 device for ${tapLife / 1000} s`)
  }

  async function tap(cardId: string): Promise<void> {
    await leave()
    const { status, pin } = await standingOf(app, cardId)
    if (status !== 'active') return tell(`Card ${cardId} ${words[status]}`)
    const how = pin === null ? 'without a PIN' : pin === 'set' ? 'with its PIN' : 'without a PIN yet'
    const accounts = await accountsOf(app, cardId)
    const account = accounts.length > 1 ? await choose(accounts) : accounts[0]
    if (accounts.length > 1 && account === undefined) return
    const as = account === undefined || account.own ? '' : `, opening ${account.name}`
    const whose = account?.own ? undefined : account?.id
    await plug(cardId, `Card ${cardId} ${how}${as}`, carrier(app, { cardId, account: whose }, tell))
  }

  async function person(at: Fingers, named: string): Promise<void> {
    await leave()
    const [first, ...others] = await templatesOf(at, named)
    if (first === undefined) return tell(`${named} has no fingerprint on this reader`)
    await plug(first.id, `${named}, by a finger`, fingerCarrier(at, [first, ...others]))
  }

  const told = (error: unknown) => {
    if (!(error instanceof ServerRefusal)) throw error
    tell(error.message)
  }
  return {
    /** Handles a tap; prints the server's refusals instead of throwing. */
    tap: (cardId: string) => tap(cardId).catch(told),
    /** Presents a user's fingerprint key, or enrolls a finger for the challenge after `enrol`; prints refusals. */
    finger(at: Fingers, typed: string) {
      const [word, challenge = '', ...name] = typed.split(/\s+/)
      const work = word === 'enrol' ? enrol(at, challenge, name.join(' ') || undefined) : person(at, typed)
      return work.catch(told)
    },
    leave,
    over: () => gone.promise,
  }
}
