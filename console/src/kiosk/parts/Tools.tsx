import { pageLanguages } from '@claviger/contract/platform/languages'
import { useState } from 'react'
import { choose, isPageLanguage, t } from '#platform/light-page/page-texts.ts'
import { useLanguage } from '#platform/light-page/usePageTexts.ts'
import { allowSound } from './tones.ts'
import classes from '../look/kiosk.module.css'

/** A press enables what browsers allow only after user input: full screen, sound, and a screen that stays on. */
export function FullScreen() {
  const [full, setFull] = useState(document.fullscreenElement !== null)
  if (full) return null
  const start = async () => {
    allowSound()
    setFull(true)
    await document.documentElement.requestFullscreen().catch(() => undefined)
    await navigator.wakeLock?.request('screen').catch(() => undefined)
  }
  return (
    <button type="button" className={classes.tool} onClick={() => void start()}>
      {t('Full screen and sound')}
    </button>
  )
}

export function Languages({ offered }: { offered: readonly string[] }) {
  const current = useLanguage()
  const spoken = offered.filter(isPageLanguage)
  if (spoken.length < 2) return null
  return (
    <select
      className={classes.tool}
      aria-label={t('Language')}
      value={current}
      onChange={event => {
        const wanted = event.currentTarget.value
        event.currentTarget.blur()
        if (isPageLanguage(wanted)) void choose(wanted)
      }}
    >
      {spoken.map(code => (
        <option key={code} value={code} lang={code}>
          {pageLanguages[code]}
        </option>
      ))}
    </select>
  )
}
