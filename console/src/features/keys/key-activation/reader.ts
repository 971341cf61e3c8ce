/** Between two keys of a reader pass a few milliseconds; a person needs longer. */
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
    // The focus may stand on a button, which Enter would press
    event.preventDefault()
    const last = Array.from(listeners).at(-1)
    last?.(text.slice(0, 60))
    text = ''
  } else if (event.key.length === 1) text += event.key
}

/**
 * Listens to a reader that types, wherever the focus is but in a field or a dialog: keys, then Enter. Of several who
 * listen the last one hears, also what was typed before it came. Answers how to stop.
 */
export function listen(heard: (number: string) => void): () => void {
  if (listeners.size === 0) document.addEventListener('keydown', onKey, true)
  listeners.add(heard)
  return () => {
    listeners.delete(heard)
    if (listeners.size === 0) document.removeEventListener('keydown', onKey, true)
  }
}
