import type { Reading } from '@claviger/contract/keys/card-numbers'

// What the extension keeps on this computer. Only its own pages and worker may read it.

export interface Registration {
  /** Origin of the server. */
  readonly server: string
  readonly appToken: string
  readonly workspace: string
  readonly name: string
  readonly reading: Reading
}

/** An account whose passkeys a card uses. */
export interface Account {
  readonly id: string
  readonly name: string
  /** Of the owner of the card; else it is shared with the owner. */
  readonly own: boolean
  readonly isDefault: boolean
}

/** The card that was tapped, until it counts as taken away. */
export interface HeldCard {
  readonly cardId: string
  /** Milliseconds since 1970. */
  readonly until: number
  /** Accounts that it opens, once the server has said so. */
  readonly accounts?: readonly Account[]
  /** The one that the person chose for this tap; the next tap asks again. */
  readonly account?: string
}

/** How long a tapped card stays, in ms. */
export const tapLife = 60_000

const one = async <T>(area: chrome.storage.StorageArea, key: string) => (await area.get(key))[key] as T | undefined

export const registration = () => one<Registration>(chrome.storage.local, 'registration')
export const keepRegistration = (value: Registration) => chrome.storage.local.set({ registration: value })
export const forgetRegistration = () => chrome.storage.local.remove('registration')

export const answersAlways = async () => (await one<boolean>(chrome.storage.local, 'answerAlways')) === true
export const answerAlways = (value: boolean) => chrome.storage.local.set({ answerAlways: value })

/** The id of this browser, drawn once. */
export async function computerId(): Promise<string> {
  const known = await one<string>(chrome.storage.local, 'computerId')
  if (known !== undefined) return known
  const drawn = crypto.randomUUID()
  await chrome.storage.local.set({ computerId: drawn })
  return drawn
}

/** The tapped card while its tap counts. */
export async function heldCard(): Promise<HeldCard | undefined> {
  const card = await one<HeldCard>(chrome.storage.session, 'card')
  return card !== undefined && card.until > Date.now() ? card : undefined
}

/** Remembers a tap for {@link tapLife}; in memory, not on disk. */
export async function holdCard(cardId: string): Promise<HeldCard> {
  const card = { cardId, until: Date.now() + tapLife }
  await chrome.storage.session.set({ card })
  return card
}

/** Notes what a tapped card opens, or what was chosen, while it is still the one that is there. */
export async function noteOfCard(cardId: string, what: Pick<HeldCard, 'accounts' | 'account'>): Promise<void> {
  const card = await heldCard()
  if (card?.cardId === cardId) await chrome.storage.session.set({ card: { ...card, ...what } })
}

export const dropCard = () => chrome.storage.session.remove('card')
