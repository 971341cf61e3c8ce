import { wedge } from '../card/wedge.ts'
import { element, field, text } from './texts.ts'

/** Gives what a reader types into the field of the page; what a person types is refused with a word. */
export function readCards(got: (reading: string) => void): void {
  const input = field('card')
  const typed = wedge()
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
