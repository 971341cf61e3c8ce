import { Refused } from '../ceremony/refused.ts'
import { accountsOf } from './access-key.ts'
import { type Account, type HeldCard, noteOfCard, type Registration } from './settings.ts'

/** Lets the person choose which of several accounts a card opens; answers its id. */
export type ChooseAccount = (accounts: readonly Account[]) => Promise<string>

/** Accounts that a tapped card opens, asked of the server once for each tap. */
export async function accountsOfTap(app: Registration, card: HeldCard): Promise<readonly Account[]> {
  if (card.accounts) return card.accounts
  const accounts = await accountsOf(app, card.cardId)
  await noteOfCard(card.cardId, { accounts })
  return accounts
}

/**
 * Whose passkeys a tapped card uses: what was chosen for this tap, else the person is asked where there are several. A new
 * passkey is always the owner's, since a shared account takes none. Undefined for the owner's.
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
      throw new Refused('NotAllowedError', "A shared account can't store passkeys", 'sharedTakesNone')
    return undefined
  }
  if (chosen) return chosen.id
  if (accounts.length < 2) return undefined
  // The rules of the workspace may leave only some of them at this site, and with one there is nothing to ask
  const here = await accountsOf(app, card.cardId, at.rpId)
  if (here.length < 2) return here[0]?.id
  const account = await at.choose(here)
  await noteOfCard(card.cardId, { account })
  return account
}
