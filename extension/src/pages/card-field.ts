import { createWedgeReader } from '../card/wedge.ts'
import { element, field, text } from './texts.ts'

/** Accepts a reader's input in the page's field; rejects manual typing with a message. */
export function readCards(got: (reading: string) => void): void {
  const input = field('card')
  const typed = createWedgeReader()
  input.focus()
  input.addEventListener('keydown', event => {
    const ends = event.key === 'Enter' || (event.key === 'Tab' && input.value !== '')
    const reading = typed(event.key, event.timeStamp)
    if (!ends) return
    event.preventDefault()
    input.value = ''
    if (reading === undefined) element('note').textContent = text('typedByHand')
    else got(reading)
  })
}
