/** A reader's keystrokes are a few milliseconds apart; a longer pause starts a new input. */
const pause = 1000

let text = ''
let typedAt = 0
const listeners = new Set<(number: string) => void>()

function onKey(event: KeyboardEvent) {
  const at = event.target
  if (at instanceof HTMLElement && at.closest('input, textarea, select, [role="dialog"]')) return
  if (event.ctrlKey || event.altKey || event.metaKey) return
  if (event.timeStamp - typedAt > pause) text = ''
  typedAt = event.timeStamp
  if (event.key === 'Enter') {
    if (text === '') return
    // Otherwise Enter would press the focused button
    event.preventDefault()
    const last = Array.from(listeners).at(-1)
    last?.(text.slice(0, 60))
    text = ''
  } else if (event.key.length === 1) text += event.key
}

/**
 * Listens for a keyboard reader (characters, then Enter), except while a field or dialog has the focus. The most
 * recent listener receives the input, including characters typed before it registered. Returns a stop function.
 */
export function listenForCards(heard: (number: string) => void): () => void {
  if (listeners.size === 0) document.addEventListener('keydown', onKey, true)
  listeners.add(heard)
  return () => {
    listeners.delete(heard)
    if (listeners.size === 0) document.removeEventListener('keydown', onKey, true)
  }
}
