// The palette is loaded separately. Text typed in the meantime is kept and entered into its search field.
let kept: { text: string; entered: boolean } | null = null

function keep(event: KeyboardEvent): void {
  if (!kept || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Enter') kept.entered = true
  else if (event.key === 'Backspace') kept.text = kept.text.slice(0, -1)
  else if (event.key.length === 1) kept.text += event.key
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Starts to keep what is typed, until `stopKeepingTyped`. */
export function startKeepingTyped(): void {
  if (kept) return
  kept = { text: '', entered: false }
  document.addEventListener('keydown', keep, true)
}

export function stopKeepingTyped(): { text: string; entered: boolean } {
  const typed = kept ?? { text: '', entered: false }
  kept = null
  document.removeEventListener('keydown', keep, true)
  return typed
}
