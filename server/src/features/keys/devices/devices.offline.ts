interface Facts {
  key_offline: boolean
  device_offline: boolean
  offline_uses: number
  offline_hours: number
  /** When the key was last used here with a network. */
  last_at: Date
  offline_used: number
}

const HOUR = 3_600_000

/**
 * How often a key may still be used on a device without a network, and until when. Key and device must both allow it,
 * and both the count and the window begin anew at each use with a network.
 */
export function offlineAllowance(of: Facts, now: Date): { left: number; until: Date } {
  const until = new Date(of.last_at.getTime() + of.offline_hours * HOUR)
  const open = of.key_offline && of.device_offline && until > now
  return { left: open ? Math.max(0, of.offline_uses - of.offline_used) : 0, until }
}
