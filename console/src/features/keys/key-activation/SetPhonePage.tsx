import { registration } from '@claviger/contract/access/registration'
import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { ApprovalInvitation } from '../push/ApprovalInvitation.tsx'
import { Installable } from '../push/HomeScreen.tsx'
import { Activation, Ready } from './Activation.tsx'
import { QrCode } from './QrCode.tsx'
import { useMaking } from './useMaking.ts'
import { useOpened } from './useOpened.ts'

export default function SetPhonePage() {
  const { opened, fault } = useOpened()
  const [here, setHere] = useState(() => window.matchMedia('(pointer: coarse)').matches)
  const { busy, problem, made, make } = useMaking()
  const there = useRead(registration.checkActivate, {}, { when: opened !== null && !here, every: 3000, quiet: true })
  if (made !== null || there.data?.active === true)
    return (
      <Activation opened={opened} fault={fault} title={t('Phone active')}>
        <Ready says={t('Your phone is ready to use. You can close this page.')}>
          {made !== null && <ApprovalInvitation />}
        </Ready>
      </Activation>
    )
  return (
    <Activation
      opened={opened}
      fault={fault}
      title={here ? t('Make this phone your security key') : t('Open this page on your phone')}
    >
      <Installable />
      {problem !== null && <Notice level="error">{problem}</Notice>}
      {here ? (
        <>
          <p className="cv-lead">
            {t(
              'The phone stores a passkey. It asks for your fingerprint, face, or screen lock code each time you sign in.',
            )}
          </p>
          <Button
            size="lg"
            fullWidth
            loading={busy}
            leftSection={<IconDeviceMobile size={18} stroke={1.7} aria-hidden />}
            onClick={() => void make('')}
          >
            {t('Create passkey')}
          </Button>
        </>
      ) : (
        <>
          <QrCode text={window.location.href} label={t("QR code of this page's address, to scan with your phone")} />
          <p className="cv-lead" role="status">
            {t("Scan the code with your phone's camera. This page continues automatically when the phone is ready.")}
          </p>
          <Button variant="subtle" onClick={() => setHere(true)}>
            {t('This is the phone')}
          </Button>
        </>
      )}
    </Activation>
  )
}
