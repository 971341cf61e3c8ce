import { useLayoutEffect } from 'react'

/** What has the focus; of an item of a menu, which is gone by the time it is asked for, the button of the menu. */
function opener(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return found instanceof HTMLElement ? found : null
}

/**
 * Gives the focus back to where it was before something lay over the page. The library does so for what is closed; most
 * of ours are there only while they are open, and are taken away instead.
 */
export function useFocusBack(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return
    const before = opener()
    return () => {
      // Whoever was led elsewhere meanwhile stays there
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const back = before?.isConnected === true ? before : document.getElementById('page')
        back?.focus({ preventScroll: true })
      })
    }
  }, [open])
}
