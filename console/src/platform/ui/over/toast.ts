import type { ToastKind } from '#platform/data/interface-wiring.ts'

export interface Toast {
  id: number
  kind: ToastKind
  message: string
  detail?: string
  action?: { label: string; do: () => void }
}

let next = 1
let shown: readonly Toast[] = []
const listeners = new Set<() => void>()

const change = (toasts: readonly Toast[]) => {
  shown = toasts
  for (const listener of listeners) listener()
}

/** Shows a toast at the bottom right: no duplicates, at most three at a time. Returns an ID to dismiss it. */
export function toast(kind: ToastKind, message: string, more: Pick<Toast, 'detail' | 'action'> = {}): number {
  const others = shown.filter(one => one.message !== message)
  const id = next++
  change([...others, { id, kind, message, ...more }].slice(-3))
  return id
}

export const dismiss = (id: number): void => change(shown.filter(one => one.id !== id))

/** How long a toast stays, in milliseconds (R53). */
export const toastDuration = (kind: ToastKind): number => (kind === 'success' ? 10_000 : 15_000)

export const toasts = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => shown,
}
