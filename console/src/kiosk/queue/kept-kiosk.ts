import type { KioskState } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { stores, within } from './database.ts'
import type { ServerTime } from './server-time.ts'

/** What a kiosk needs to start again without a network. */
export interface KeptKiosk {
  readonly session: string
  readonly token: string
  readonly time: ServerTime
  readonly state: KioskState
}

export const keptKiosk = (session: string): Promise<KeptKiosk | undefined> =>
  within<KeptKiosk | undefined>(stores.kiosks, 'readonly', of => of.get(session))

/** A token must survive a power cut, because its link opens no second kiosk; a state is soon replaced. */
export const keepKiosk = async (kiosk: KeptKiosk, hasNewToken: boolean): Promise<void> => {
  await within(stores.kiosks, 'readwrite', of => of.put(kiosk), hasNewToken ? 'strict' : 'relaxed')
}

export const forgetKiosk = async (session: string): Promise<void> => {
  await within(stores.kiosks, 'readwrite', of => of.delete(session))
}
