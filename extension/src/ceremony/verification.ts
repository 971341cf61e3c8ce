import type { Bytes } from '../ctap/bytes.ts'
import type { CardClient } from '../ctap/card-client.ts'
import { CardStatusError, status } from '../ctap/ctap-status.ts'
import type { Verification } from './options.ts'
import { CeremonyRefused } from './ceremony-refusals.ts'

/** Asks for the card's PIN; `left` is the remaining attempts, set only after a wrong PIN. */
export type AskPin = (left: number | undefined) => Promise<string>

const ends = new Map<number, string>([
  [status.pinBlocked, 'pinBlocked'],
  [status.pinWait, 'pinWait'],
  [status.pinNotSet, 'pinNotSet'],
  [status.pinChange, 'pinChange'],
])

/** Gets a token for one operation if the request or the card requires the PIN; repeats after a wrong PIN. */
export async function tokenFor(
  card: CardClient,
  want: { readonly verification: Verification | undefined; readonly permission: number; readonly rpId: string },
  askPin: AskPin,
): Promise<Bytes | undefined> {
  const { clientPin, alwaysUv } = await card.info()
  if (clientPin === false && alwaysUv)
    throw new CeremonyRefused('NotAllowedError', 'The card has no PIN yet', 'pinNotSet')
  if (clientPin !== true) {
    if (want.verification !== 'required') return undefined
    throw new CeremonyRefused('NotAllowedError', "The card can't verify its holder", 'pinNone')
  }
  if (!alwaysUv && want.verification === 'discouraged') return undefined

  let left: number | undefined
  for (;;) {
    const pin = await askPin(left)
    try {
      return await card.token(pin, want.permission, want.rpId)
    } catch (error) {
      const code = error instanceof CardStatusError ? error.status : undefined
      if (code === status.pinWrong) left = await card.retries()
      else if (code !== undefined && ends.has(code))
        throw new CeremonyRefused('NotAllowedError', String(error), ends.get(code))
      else throw error
    }
  }
}
