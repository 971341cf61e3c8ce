import { useEffect, useState } from 'react'
import { clockOf } from '../platform/text/formats.ts'

const clock = () => clockOf(new Date())

/** When the browser went offline, for example "07:52"; null while online. */
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
