import { useEffect, useState } from 'react'

const clock = () => new Date().toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Since when the browser has no network, as "07:52"; null while it has. */
export function useOnline(): { offlineSince: string | null } {
  const [offlineSince, setSince] = useState<string | null>(navigator.onLine ? null : clock())
  useEffect(() => {
    const lost = () => setSince(clock())
    const back = () => setSince(null)
    window.addEventListener('offline', lost)
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('offline', lost)
      window.removeEventListener('online', back)
    }
  }, [])
  return { offlineSince }
}
