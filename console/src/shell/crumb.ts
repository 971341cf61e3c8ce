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

/** Names the record that the page shows, as the last part of the line above it; only the page knows that name. */
export function useCrumb(record: string | undefined): void {
  useEffect(() => {
    set(record ?? null)
    return () => set(null)
  }, [record])
}
