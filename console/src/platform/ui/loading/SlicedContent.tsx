import { type ReactNode, useDeferredValue } from 'react'

/**
 * Content with many controls. It renders in interruptible slices after the content around it, so that input stays
 * responsive. It belongs at the end of a page, because it appears a moment later.
 */
export function SlicedContent({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
