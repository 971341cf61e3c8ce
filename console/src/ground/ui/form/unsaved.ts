import { useEffect } from 'react'

const forms = new Set<object>()

/** Is something on the page that was entered and not saved? */
export const isUnsaved = (): boolean => forms.size > 0

/** Says that something here would be lost with the page, while it would. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = {}
    forms.add(form)
    return () => void forms.delete(form)
  }, [dirty])
}
