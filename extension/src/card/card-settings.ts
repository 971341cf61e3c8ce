import type { CardTextFormat } from '@claviger/contract/keys/card-numbers'

// Data that the extension stores on this computer; accessible only to its own pages and worker.

export interface Registration {
  readonly server: string
  readonly appToken: string
  readonly workspace: string
  readonly name: string
  readonly reading: CardTextFormat
}

export interface Account {
  readonly id: string
  readonly name: string
  /** Belongs to the card's owner; otherwise it is shared with them. */
  readonly own: boolean
  readonly isDefault: boolean
}

/** The tapped card, until it expires. */
export interface HeldCard {
  readonly cardId: string
  readonly until: number
  readonly accounts?: readonly Account[]
  readonly account?: string
}

/** How long a tapped card remains usable, in ms. */
export const tapLife = 60_000

const one = async <T>(area: chrome.storage.StorageArea, key: string) => (await area.get(key))[key] as T | undefined

export const registration = () => one<Registration>(chrome.storage.local, 'registration')
export const keepRegistration = (value: Registration) => chrome.storage.local.set({ registration: value })
export const forgetRegistration = () => chrome.storage.local.remove('registration')

export const answersAlways = async () => (await one<boolean>(chrome.storage.local, 'answerAlways')) === true
export const answerAlways = (value: boolean) => chrome.storage.local.set({ answerAlways: value })

/** Random ID of this browser, generated once. */
export async function computerId(): Promise<string> {
  const known = await one<string>(chrome.storage.local, 'computerId')
  if (known !== undefined) return known
  const drawn = crypto.randomUUID()
  await chrome.storage.local.set({ computerId: drawn })
  return drawn
}

/** The tapped card, unless its tap expired. */
export async function heldCard(): Promise<HeldCard | undefined> {
  const card = await one<HeldCard>(chrome.storage.session, 'card')
  return card !== undefined && card.until > Date.now() ? card : undefined
}

export async function holdCard(cardId: string): Promise<HeldCard> {
  const card = { cardId, until: Date.now() + tapLife }
  await chrome.storage.session.set({ card })
  return card
}

/** Stores a card's accounts or the choice, unless another card was tapped meanwhile. */
export async function noteOfCard(cardId: string, what: Pick<HeldCard, 'accounts' | 'account'>): Promise<void> {
  const card = await heldCard()
  if (card?.cardId === cardId) await chrome.storage.session.set({ card: { ...card, ...what } })
}

export const dropCard = () => chrome.storage.session.remove('card')
