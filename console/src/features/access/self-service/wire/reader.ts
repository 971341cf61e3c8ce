/** After a click the focus comes back that late, so that the click is not lost; milliseconds (R117). */
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

/** Keeps the focus in a reader's input: at once, after every click, and when a reader types elsewhere (R117). */
export function keepFocus(input: Focusable, page: EventTarget): () => void {
  const focus = () => input.focus({ preventScroll: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  const clicked = ({ target }: Event) => {
    if (typing(target)) return
    clearTimeout(timer)
    timer = setTimeout(focus, returnAfter)
  }
  // A reader types on, wherever the keyboard's focus is: the first sign brings it back
  const typed = (event: Event) => {
    // What a browser fills in by itself comes without any key
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

/** Readers type faster, on average; milliseconds a key. */
const pace = 100

/** Did a person type or paste this? `began` is when its first key was pressed, and none for what came without keys. */
export const byHand = (text: string, began: number | null, ended: number): boolean =>
  began === null || ended - began > pace * text.length

/** The text that Enter submits, which empties the input; null for any other key (R118). */
export function submitted(key: string, input: Typed): string | null {
  if (key !== 'Enter') return null
  const text = input.value
  input.value = ''
  return text
}
