import { useEffect } from 'react'

const forms = new Set<object>()

export const isUnsaved = (): boolean => forms.size > 0

/** Marks this component as holding unsaved input while `dirty`. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = {}
    forms.add(form)
    return () => void forms.delete(form)
  }, [dirty])
}
