/** After a click, the focus returns after this delay so that the click is not lost; milliseconds (R117). */
export const returnAfter = 100

interface Focusable {
  focus(options?: { preventScroll: boolean }): void
}

interface Typed {
  value: string
}

const typing = (target: EventTarget | null): boolean => {
  const { closest } = (target ?? {}) as Partial<Element>
  return closest !== undefined && closest.call(target, 'input, textarea, select, dialog') !== null
}

/** Keeps the focus in the reader's input: initially, after each click, and on keys typed elsewhere (R117). */
export function keepFocus(input: Focusable, page: EventTarget): () => void {
  const focus = () => input.focus({ preventScroll: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  const clicked = ({ target }: Event) => {
    if (typing(target)) return
    clearTimeout(timer)
    timer = setTimeout(focus, returnAfter)
  }
  // A reader types wherever the focus is: the first character moves it back
  const typed = (event: Event) => {
    const { key = '', ctrlKey, altKey, metaKey } = event as Partial<KeyboardEvent>
    const plain = !ctrlKey && !altKey && !metaKey
    if (plain && key.length === 1 && key !== ' ' && !typing(event.target)) focus()
  }
  focus()
  page.addEventListener('click', clicked)
  page.addEventListener('keydown', typed, { capture: true })
  return () => {
    clearTimeout(timer)
    page.removeEventListener('click', clicked)
    page.removeEventListener('keydown', typed, { capture: true })
  }
}

/** Readers type faster than this on average; milliseconds per key. */
const pace = 100

/** Did a person type or paste this? `began`: time of the first key, null for input without keys. */
export const byHand = (text: string, began: number | null, ended: number): boolean =>
  began === null || ended - began > pace * text.length

/** The text submitted by Enter, which clears the input; null for any other key (R118). */
export function submitted(key: string, input: Typed): string | null {
  if (key !== 'Enter') return null
  const text = input.value
  input.value = ''
  return text
}
