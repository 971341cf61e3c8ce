import { useEffect, useState } from 'react'
import { language } from '#platform/light-page/page-texts.ts'
import type { Kiosk } from '../kiosk.ts'

/** Milliseconds of the server, updated once a second. */
export function useNow(kiosk: Kiosk): number {
  const [now, setNow] = useState(kiosk.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(kiosk.now()), 1000)
    return () => clearInterval(timer)
  }, [kiosk])
  return now
}

export const timeOf = (at: number | string, seconds = false): string =>
  new Intl.DateTimeFormat(language(), {
    hour: 'numeric',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
  }).format(new Date(at))

export const dayOf = (at: number | string): string =>
  new Intl.DateTimeFormat(language(), { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(at))
