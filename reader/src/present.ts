import { openUhid, plugIn } from './hid/linux-device.ts'
import { type App, carrier, ServerRefused, standingOf } from './server/access-key.ts'

/** How long a tapped card stays plugged in, in ms. */
export const tapLife = 60_000

const words = {
  pending: 'is not active yet: nothing is presented',
  suspended: 'is suspended: nothing is presented',
  blocked: 'is blocked: nothing is presented',
  unknown: 'belongs to nobody: nothing is presented',
} as const

/** Shows tapped cards to the computer as a FIDO2 device, or says what it would do where the kernel has no uhid. */
export function presenter(app: App, tell: (words: string) => void) {
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
    const kernel = await openUhid()
    if (kernel === undefined) {
      return tell(
        `Card ${cardId} ${how}: would be a FIDO2 device for ${tapLife / 1000} s, but there is no /dev/uhid here`,
      )
    }
    unplug = await plugIn(kernel, cardId, carrier(app, cardId, tell))
    gone = Promise.withResolvers()
    away = setTimeout(() => void leave(), tapLife)
    tell(`Card ${cardId} ${how}: is a FIDO2 device for ${tapLife / 1000} s`)
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
