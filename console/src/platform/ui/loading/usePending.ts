import { useDeferredValue } from 'react'

/**
 * True until the data is there and the screen is ready to render it. React then renders the content in interruptible
 * slices, so that input stays responsive.
 */
export function usePending(pending: boolean): boolean {
  return useDeferredValue(pending) || pending
}
