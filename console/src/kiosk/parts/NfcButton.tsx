import { useEffect, useRef, useState } from 'react'
import { readsCards, scan } from '#platform/light-page/nfc.ts'
import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/kiosk.module.css'

/** Reads cards with the phone itself, where the browser can (Chrome on Android). */
export function NfcButton({ tap }: { tap: (text: string) => void }) {
  const [stage, setStage] = useState<'idle' | 'reading' | 'refused'>('idle')
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  if (!readsCards()) return null
  const start = () => {
    controller.current = new AbortController()
    setStage('reading')
    scan(tap, controller.current.signal).catch(() => setStage('refused'))
  }
  if (stage === 'reading') return <p role="status">{t('Hold cards to the back of this phone')}</p>
  return (
    <>
      <button type="button" className={classes.tool} onClick={start}>
        {t('Read cards with this phone')}
      </button>
      {stage === 'refused' && (
        <p role="alert">{t("This phone isn't allowed to read cards. Allow NFC in its settings.")}</p>
      )}
    </>
  )
}
