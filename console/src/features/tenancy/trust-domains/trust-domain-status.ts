import { trustStatus } from '@claviger/contract/tenancy/trust-domains'
import { msg } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'

export const statusLooks: Record<number, StatusLook> = {
  [trustStatus.verifying]: { word: msg('Verifying'), shape: 'ring', tone: 'warn' },
  [trustStatus.verified]: { word: msg('Verified'), shape: 'disc', tone: 'ok' },
  [trustStatus.notVerified]: { word: msg('Not verified'), shape: 'disc', tone: 'bad' },
}
