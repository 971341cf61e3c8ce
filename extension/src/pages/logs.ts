import { lines } from '../card/log.ts'
import { element, fillTexts, text } from './texts.ts'

fillTexts()

async function show(): Promise<void> {
  const all = (await lines()).toReversed()
  element('none').hidden = all.length > 0
  const rows = all.map(({ at, event, site = '', detail = '' }) => {
    const row = document.createElement('tr')
    // A reason is a message key or the card's plain text
    const why = /^\w+$/.test(detail) ? text(detail) || detail : detail
    for (const cell of [new Date(at).toLocaleString(), text(event.replaceAll('-', '_')) || event, site, why]) {
      row.insertCell().textContent = cell
    }
    return row
  })
  element('lines').replaceChildren(...rows)
}

chrome.storage.local.onChanged.addListener(() => void show())
void show()
