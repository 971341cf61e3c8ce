import { useEffect, useRef, useState } from 'react'
import { msg, t } from '#platform/light-page/page-texts.ts'
import type { Kiosk } from '../kiosk.ts'
import classes from '../look/kiosk.module.css'
import { hasCamera, qrDetector } from './qr-codes.ts'
import type { QrDetector } from './qr-detector.ts'

const lookEvery = 200
/** A code that stays in front of the camera counts once within this time; milliseconds. */
const sameAgain = 6000

const faults = {
  refused: msg("This kiosk isn't allowed to use the camera"),
  unloaded: msg("The QR code reader couldn't be loaded. Check the network and try again."),
  failed: msg("The camera couldn't start. Check that it is connected and not in use."),
}

export function CameraReader({ kiosk }: { kiosk: Kiosk }) {
  const [stage, setStage] = useState<'off' | 'on' | keyof typeof faults>('off')
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const screen = video.current
    if (stage !== 'on' || screen === null) return undefined
    let timer = 0
    let stream: MediaStream | undefined
    let ended = false
    let last = { text: '', at: 0 }
    const look = async (detector: QrDetector) => {
      const [code] = await detector.detect(screen).catch(() => [])
      const again = code?.rawValue === last.text && Date.now() - last.at < sameAgain
      if (code && !again) {
        last = { text: code.rawValue, at: Date.now() }
        kiosk.tap(code.rawValue)
      }
      if (!ended) timer = window.setTimeout(() => void look(detector), lookEvery)
    }
    const start = async () => {
      const detector = await qrDetector().catch(() => null)
      if (ended) return undefined
      if (detector === null) return setStage('unloaded')
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' } })
      if (ended) return stream.getTracks().forEach(track => track.stop())
      screen.srcObject = stream
      await screen.play()
      return look(detector)
    }
    start().catch((fault: unknown) => {
      if (!ended) setStage(fault instanceof DOMException && fault.name === 'NotAllowedError' ? 'refused' : 'failed')
    })
    return () => {
      ended = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [stage, kiosk])
  if (!hasCamera()) return null
  return (
    <>
      {stage === 'on' && (
        <div className={classes.camera}>
          <video ref={video} muted playsInline aria-label={t('Camera picture')} />
          <p>{t('Hold the QR code of your phone in front of the camera')}</p>
        </div>
      )}
      {stage !== 'off' && stage !== 'on' && <p role="alert">{t(faults[stage])}</p>}
      <button type="button" className={classes.tool} onClick={() => setStage(stage === 'on' ? 'off' : 'on')}>
        {stage === 'on' ? t('Turn off camera') : t('Scan QR pass')}
      </button>
    </>
  )
}
