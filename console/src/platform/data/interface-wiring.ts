import type { CallError } from './refusal.ts'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'

/** What the data layer needs from the shell, which knows the endpoints and screens. */
export interface Wiring {
  refresh(refreshToken: string): Promise<{ accessToken: string; refreshToken: string } | null>
  /**
   * The session ended: opens sign-in (R43, R46), or signs in in place; resolves to whether a session exists again.
   */
  lost(): Promise<boolean>
  /** Confirms the user's identity with a passkey. @throws if that fails */
  confirm(): Promise<void>
  personal(): void
  toast(kind: ToastKind, message: string, refusal: CallError): void
}

let current: Wiring = {
  refresh: () => Promise.resolve(null),
  lost: () => Promise.resolve(false),
  confirm: () => Promise.reject(new Error('no confirmation dialog is available')),
  personal: () => undefined,
  toast: () => undefined,
}

export const wiring = (): Wiring => current

export function wireInterface(given: Wiring): void {
  current = given
}
