import { trustStatus } from '@claviger/contract/tenancy/trust-domains'
import type { Shape, Tone } from '../../../ground/ui/bits/Status.tsx'

/** How each status looks. */
export const looks: Record<number, { word: string; shape: Shape; tone: Tone }> = {
  [trustStatus.verifying]: { word: 'Verifying', shape: 'ring', tone: 'warn' },
  [trustStatus.verified]: { word: 'Verified', shape: 'disc', tone: 'ok' },
  [trustStatus.notVerified]: { word: 'Not verified', shape: 'disc', tone: 'bad' },
}
