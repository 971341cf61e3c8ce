import { openUhid, plugIn } from './hid/linux-device.ts'
import { type Account, accountsOf, type App, carrier, ServerRefused, standingOf } from './server/access-key.ts'

/** Says which of several accounts a tapped card opens; undefined where the tap came to nothing. */
export type Choose = (accounts: readonly Account[]) => Promise<Account | undefined>

/** How long a tapped card stays plugged in, in ms. */
export const tapLife = 60_000

const words = {
  pending: 'is not active yet: nothing is presented',
  suspended: 'is suspended: nothing is presented',
  blocked: 'is blocked: nothing is presented',
  waiting: 'waits until its owner confirms it: nothing is presented',
  unknown: 'belongs to nobody: nothing is presented',
} as const

/** Shows tapped cards to the computer as a FIDO2 device, or says what it would do where the kernel has no uhid. */
export function presenter(app: App, choose: Choose, tell: (words: string) => void) {
  let unplug: (() => Promise<void>) | undefined
  let away: NodeJS.Timeout | undefined
  let gone = Promise.withResolvers<void>()
  gone.resolve()

  /** Takes the last card out. */
  async function leave(): Promise<void> {
    clearTimeout(away)
    const last = unplug
    unplug = undefined
    await last?.()
    gone.resolve()
  }

  async function tap(cardId: string): Promise<void> {
    await leave()
    const { status, pin } = await standingOf(app, cardId)
    if (status !== 'active') return tell(`Card ${cardId} ${words[status]}`)
    const how = pin === null ? 'without a PIN' : pin === 'set' ? 'with its PIN' : 'whose PIN is not set yet'
    const accounts = await accountsOf(app, cardId)
    const account = accounts.length > 1 ? await choose(accounts) : accounts[0]
    if (accounts.length > 1 && account === undefined) return
    const as = account === undefined || account.own ? '' : `, opening ${account.name}`
    const kernel = await openUhid()
    if (kernel === undefined) {
      return tell(
        `Card ${cardId} ${how}${as}: would be a FIDO2 device for ${tapLife / 1000} s, but there is no /dev/uhid here`,
      )
    }
    unplug = await plugIn(
      kernel,
      cardId,
      carrier(app, { cardId, account: account?.own ? undefined : account?.id }, tell),
    )
    gone = Promise.withResolvers()
    away = setTimeout(() => void leave(), tapLife)
    tell(`Card ${cardId} ${how}${as}: is a FIDO2 device for ${tapLife / 1000} s`)
  }

  return {
    /** Takes a tap; what the server refuses is told, not thrown. */
    tap: (cardId: string) =>
      tap(cardId).catch((error: unknown) => {
        if (!(error instanceof ServerRefused)) throw error
        tell(error.message)
      }),
    leave,
    /** Ends when no card is plugged in any more. */
    over: () => gone.promise,
  }
}
