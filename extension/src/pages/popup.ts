import type { Wish } from '../background.ts'
import { heldCard, type HeldCard, registration } from '../card/card-settings.ts'
import { chosenIn, listAccounts } from './account-list.ts'
import { readCards } from './card-field.ts'
import { element, fillTexts, text } from './texts.ts'

fillTexts()
element('options').addEventListener('click', () => void chrome.runtime.openOptionsPage())

async function show(): Promise<void> {
  const app = await registration()
  const card = await heldCard()
  element('tap').hidden = app === undefined
  element('none').hidden = app !== undefined
  element('fill').hidden = app === undefined
  offer(card)
  if (card) {
    const left = Math.ceil((card.until - Date.now()) / 1000)
    const chosen = card.accounts?.find(one => one.id === card.account)
    element('note').textContent = chosen
      ? text('cardOpens', chosen.name, String(left))
      : text('cardReady', String(left))
    setTimeout(() => void show(), 1000)
  } else if (element('note').dataset['held'] === 'yes') element('note').textContent = ''
  element('note').dataset['held'] = card ? 'yes' : 'no'
}

function offer(card: HeldCard | undefined): void {
  const several = card?.accounts !== undefined && card.accounts.length > 1
  const of = several ? String(card.until) : ''
  const choice = element('choice')
  if (choice.dataset['tap'] === of) return
  choice.dataset['tap'] = of
  choice.hidden = !several
  if (!several) return
  listAccounts(element('opened'), card.accounts, card.account)
  element('opened').querySelector<HTMLElement>('input:checked')?.focus()
}

async function open(): Promise<void> {
  const card = await heldCard()
  if (!card) return
  await chrome.runtime.sendMessage<Wish, string>({
    wish: 'open',
    cardId: card.cardId,
    account: chosenIn(element('opened')),
  })
  await show()
}

async function tap(reading: string): Promise<void> {
  const said = await chrome.runtime.sendMessage<Wish, string>({ wish: 'tapped', text: reading })
  if (said === 'ok') await show()
  else element('note').textContent = text(said)
}

async function fill(): Promise<void> {
  const said = await chrome.runtime.sendMessage<Wish, string>({ wish: 'fill' })
  if (said !== 'ok') element('note').textContent = text(said)
}

element('fill').addEventListener('click', () => void fill())
element('choice').addEventListener('submit', event => {
  event.preventDefault()
  void open()
})
readCards(reading => void tap(reading))
void show()
