import { useNavigate, useSearch } from '@tanstack/react-router'
import { startTransition, useState } from 'react'

/** State of an overlay that a button or the address (`?add=1`, as used by palette actions) opens. */
export function useOverlayAddress(name: string, may: boolean): { open: boolean; begin: () => void; end: () => void } {
  const go = useNavigate()
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const [begun, setBegun] = useState(false)
  const asked = may && given[name] === '1'
  return {
    open: begun || asked,
    // Renders the overlay in interruptible slices, and answers the press first
    begin: () => startTransition(() => setBegun(true)),
    end() {
      setBegun(false)
      if (!asked) return
      const { [name]: _asked, ...search } = given
      void go({ to: '.', search, replace: true, resetScroll: false } as never)
    },
  }
}
