import { useEffect } from 'react'

let name: string | null = null
const listeners = new Set<() => void>()

const set = (next: string | null) => {
  name = next
  for (const listener of listeners) listener()
}

export const crumb = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => name,
}

/** Sets the last breadcrumb to the record's name, which only the page knows. */
export function useCrumb(record: string | undefined): void {
  useEffect(() => {
    set(record ?? null)
    return () => set(null)
  }, [record])
}
