import { CeremonyRefused } from '../ceremony/ceremony-refusals.ts'
import { accountsOf } from './access-key.ts'
import { type Account, type HeldCard, noteOfCard, type Registration } from './card-settings.ts'

export type ChooseAccount = (accounts: readonly Account[]) => Promise<string>

export async function accountsOfTap(app: Registration, card: HeldCard): Promise<readonly Account[]> {
  if (card.accounts) return card.accounts
  const accounts = await accountsOf(app, card.cardId)
  await noteOfCard(card.cardId, { accounts })
  return accounts
}

/**
 * The account whose passkeys a tapped card uses: already chosen for this tap, or asked if there are several. A new
 * passkey always belongs to the card's owner, because shared accounts accept none. Undefined means the owner's.
 */
export async function accountFor(
  act: 'create' | 'get',
  app: Registration,
  card: HeldCard,
  at: { readonly rpId: string | undefined; readonly choose: ChooseAccount },
): Promise<string | undefined> {
  const accounts = await accountsOfTap(app, card)
  const chosen = accounts.find(one => one.id === card.account)
  if (act === 'create') {
    if (chosen && !chosen.own)
      throw new CeremonyRefused('NotAllowedError', "A shared account can't store passkeys", 'sharedTakesNone')
    return undefined
  }
  if (chosen) return chosen.id
  if (accounts.length < 2) return undefined
  // Access policies may exclude accounts at this site; with a single one there is nothing to ask
  const here = await accountsOf(app, card.cardId, at.rpId)
  if (here.length < 2) return here[0]?.id
  const account = await at.choose(here)
  await noteOfCard(card.cardId, { account })
  return account
}
