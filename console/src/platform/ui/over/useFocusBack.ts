import { useLayoutEffect } from 'react'

function opener(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return found instanceof HTMLElement ? found : null
}

/**
 * Restores the focus after an overlay. The library does this when an overlay closes, but most of ours are unmounted
 * while still open.
 */
export function useFocusBack(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return
    const before = opener()
    return () => {
      // Keep the focus if it was moved elsewhere in the meantime
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const back = before?.isConnected === true ? before : document.getElementById('page')
        back?.focus({ preventScroll: true })
      })
    }
  }, [open])
}
