import type { Wish } from '../background.ts'
import { heldCard, registration } from '../card/settings.ts'
import { readCards } from './card-field.ts'
import { element, fillTexts, text } from './texts.ts'

fillTexts()
element('options').addEventListener('click', () => void chrome.runtime.openOptionsPage())

async function show(): Promise<void> {
  const app = await registration()
  const card = await heldCard()
  element('tap').hidden = app === undefined
  element('none').hidden = app !== undefined
  if (card) {
    const left = Math.ceil((card.until - Date.now()) / 1000)
    element('note').textContent = text('cardReady', String(left))
    setTimeout(() => void show(), 1000)
  } else if (element('note').dataset['held'] === 'yes') element('note').textContent = ''
  element('note').dataset['held'] = card ? 'yes' : 'no'
}

async function tap(reading: string): Promise<void> {
  const said = await chrome.runtime.sendMessage<Wish, string>({ wish: 'tapped', text: reading })
  if (said === 'ok') await show()
  else element('note').textContent = text(said)
}

readCards(reading => void tap(reading))
void show()
