import { useEffect, useState } from 'react'
import { t } from '#platform/light-page/page-texts.ts'
import type { Kiosk } from '../kiosk.ts'
import { timeOf, useNow } from './Clock.tsx'
import classes from '../look/saver.module.css'

/** Without a tap, key, or press for this long the screen goes dark; milliseconds. */
const idleFor = 180_000
/** No pixel stays lit longer than this; milliseconds. */
const movesEvery = 15_000

const signs = ['pointerdown', 'pointermove', 'keydown', 'touchstart'] as const

export function ScreenSaver({ kiosk, shown, title }: { kiosk: Kiosk; shown: string | undefined; title: string }) {
  const [asleep, setAsleep] = useState(false)
  const [seen, setSeen] = useState(shown)
  // Cards that the extension reads press no key, so a result wakes the screen, too
  if (seen !== shown) {
    setSeen(shown)
    setAsleep(false)
  }
  useEffect(() => {
    let timer = 0
    const wake = () => {
      setAsleep(false)
      clearTimeout(timer)
      timer = window.setTimeout(() => setAsleep(true), idleFor)
    }
    wake()
    for (const sign of signs) document.addEventListener(sign, wake, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) document.removeEventListener(sign, wake, { capture: true })
    }
  }, [])
  return asleep ? <Wandering kiosk={kiosk} title={title} /> : null
}

function Wandering({ kiosk, title }: { kiosk: Kiosk; title: string }) {
  const now = useNow(kiosk)
  const step = Math.floor(now / movesEvery)
  // Steps that share no factor with 100 visit the whole screen
  const place = { left: `${(step * 37) % 60}%`, top: `${(step * 53) % 75}%` }
  return (
    // What it repeats is below it, so screen readers do not follow a moving text
    <div className={classes.saver} aria-hidden>
      <div style={place}>
        <time dateTime={new Date(now).toISOString()}>{timeOf(now)}</time>
        <span>{title}</span>
        <span>{t('Tap your access card')}</span>
      </div>
    </div>
  )
}
