import { IconNfc } from '../controls/icons.tsx'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { readsCards, scan } from '#platform/light-page/nfc.ts'
import { t } from '#platform/light-page/page-texts.ts'

export function NfcButton({ tell }: Pick<StepProps, 'tell'>) {
  const [stage, setStage] = useState<'idle' | 'reading' | 'refused'>('idle')
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  if (!readsCards()) return null
  const start = () => {
    controller.current = new AbortController()
    setStage('reading')
    scan(card => tell({ is: 'tapped', card }), controller.current.signal).catch(() => setStage('refused'))
  }
  if (stage === 'reading') return <p role="status">{t('Hold your badge to the back of this phone')}</p>
  return (
    <>
      <Button onClick={start}>
        <IconNfc size={20} stroke={1.7} aria-hidden />
        {t('Read the badge with this phone')}
      </Button>
      {stage === 'refused' && (
        <p role="alert">{t("This phone isn't allowed to read cards. Allow NFC in its settings.")}</p>
      )}
    </>
  )
}
