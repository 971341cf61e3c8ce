import type { Refusal } from './refusal.ts'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'

/** What the calls need from the shell, which knows the endpoints and the screens. */
export interface Wiring {
  /** Exchanges the refresh token; null when the server refuses it. */
  refresh(refreshToken: string): Promise<{ accessToken: string; refreshToken: string } | null>
  /** The session is gone: show sign-in with the way back (R43, R46), or in place; answers whether there is one again. */
  lost(): Promise<boolean>
  /** Confirms with a passkey that it is still the same person; throws where that did not happen. */
  confirm(): Promise<void>
  /** A personal account met a business function. */
  personal(): void
  toast(kind: ToastKind, message: string, refusal: Refusal): void
}

let current: Wiring = {
  refresh: () => Promise.resolve(null),
  lost: () => Promise.resolve(false),
  confirm: () => Promise.reject(new Error('nobody can be asked to confirm')),
  personal: () => undefined,
  toast: () => undefined,
}

export const wiring = (): Wiring => current

/** Called once by main.tsx, and by tests. */
export function wire(given: Wiring): void {
  current = given
}
