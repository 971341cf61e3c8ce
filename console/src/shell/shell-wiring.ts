import { signIn } from '@claviger/contract/access/sign-in'
import { call } from '../platform/data/call.ts'
import { storeSessionEndReason } from '../platform/data/session-end.ts'
import { CallError } from '../platform/data/refusal.ts'
import { wireInterface } from '../platform/data/interface-wiring.ts'
import { toast } from '../platform/ui/over/toast.ts'
import { sessionLost } from './signOut.ts'

let personalShown: () => void = () => undefined

export function onPersonal(show: () => void): void {
  personalShown = show
}

/** Connects the data layer to endpoints and screens that it can't import; `confirm` asks for the passkey. */
export function wireShell(confirm: () => Promise<void>): void {
  let confirming: Promise<void> | null = null
  wireInterface({
    async refresh(refreshToken) {
      try {
        return await call(signIn.refresh, { refreshToken }, { quiet: true })
      } catch (fault) {
        // Without a response the refresh token was not refused: keep the session and fail only this request
        if (fault instanceof CallError && fault.status === 0) throw fault
        if (fault instanceof CallError && fault.code === 'refresh-refused') storeSessionEndReason(fault.message)
        return null
      }
    },
    lost: sessionLost,
    // Concurrent calls share one confirmation
    confirm: () => (confirming ??= confirm().finally(() => (confirming = null))),
    personal: () => personalShown(),
    toast: (kind, message) => toast(kind, message),
  })
}
