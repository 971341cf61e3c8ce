import { keyKinds, keyStatus, securityKeys } from '@claviger/contract/keys/security-keys'
import { Group } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { QrCode } from '../key-activation/QrCode.tsx'

export default function OnTheSpot({ link, kind, securityKey }: { link: string; kind: number; securityKey: string }) {
  const [ended, setEnded] = useState(false)
  const phone = kind === keyKinds.smartphone
  const key = useRead(securityKeys.get, { id: securityKey }, { quiet: true, ...(ended ? {} : { every: 3000 }) })
  const active = key.data?.status === keyStatus.active
  if (active && !ended) setEnded(true)
  if (active)
    return (
      <div role="status">
        <Notice>{t('“{name}” is active and ready to use.', { name: key.data?.name ?? '' })}</Notice>
      </div>
    )
  return (
    <>
      <p>
        {phone
          ? t('Scan the code with the phone or open this link on it. The link works once, until tomorrow.')
          : t('Open this link while you have the key, to activate it. The link works once, until tomorrow.')}
      </p>
      {phone && <QrCode text={link} label={t('QR code of the activation link, to scan with the phone')} />}
      <Group component="p" className="cv-box cv-wrap" gap={8} wrap="nowrap" miw={0} p="10px 12px">
        {link} <Copy value={link} what={t('link')} />
      </Group>
      <p className="cv-muted" role="status">
        {t('Waiting for the key. This page continues automatically.')}
      </p>
    </>
  )
}
