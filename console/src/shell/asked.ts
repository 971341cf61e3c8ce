import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

/** What a page can open over itself: its own buttons do, and an address that asks for it (`?add=1`), as acts of the palette have it. */
export function useAsked(name: string, may: boolean): { open: boolean; begin: () => void; end: () => void } {
  const go = useNavigate()
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const [begun, setBegun] = useState(false)
  const asked = may && given[name] === '1'
  return {
    open: begun || asked,
    begin: () => setBegun(true),
    end() {
      setBegun(false)
      if (!asked) return
      const { [name]: _asked, ...search } = given
      void go({ to: '.', search, replace: true, resetScroll: false } as never)
    },
  }
}
