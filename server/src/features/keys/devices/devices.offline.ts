interface Facts {
  key_offline: boolean
  device_offline: boolean
  offline_uses: number
  offline_hours: number
  last_at: Date
  offline_used: number
}

const HOUR = 3_600_000

/**
 * How often and until when a key can still be used offline on a device. Key and device must both allow it;
 * count and window restart with each online use.
 */
export function offlineAllowance(of: Facts, now: Date): { left: number; until: Date } {
  const until = new Date(of.last_at.getTime() + of.offline_hours * HOUR)
  const open = of.key_offline && of.device_offline && until > now
  return { left: open ? Math.max(0, of.offline_uses - of.offline_used) : 0, until }
}
