/** Between two keys of a reader pass a few milliseconds; a person needs longer. */
const pause = 1000

/**
 * Listens to a reader that types, wherever the focus is but in a field or a dialog: keys, then Enter. Answers how to stop.
 */
export function listen(heard: (number: string) => void): () => void {
  let text = ''
  let last = 0
  const onKey = (event: KeyboardEvent) => {
    const at = event.target
    if (at instanceof HTMLElement && at.closest('input, textarea, select, [role="dialog"]')) return
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.timeStamp - last > pause) text = ''
    last = event.timeStamp
    if (event.key === 'Enter') {
      if (text === '') return
      // The focus may stand on a button, which Enter would press
      event.preventDefault()
      heard(text.slice(0, 60))
      text = ''
    } else if (event.key.length === 1) text += event.key
  }
  document.addEventListener('keydown', onKey, true)
  return () => document.removeEventListener('keydown', onKey, true)
}
