import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import type { AttendanceSession } from '@claviger/contract/oversight/attendance/session-fields'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Value } from '#platform/ui/bits/Value.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { QrCode } from '#features/keys/key-activation/QrCode.tsx'
import { directionNames } from '../session-labels.ts'

interface Props {
  session: AttendanceSession
  purpose: 'kiosk' | 'muster'
  close: () => void
}

export default function NewKiosk({ session, purpose, close }: Props) {
  const [made, setMade] = useState<{ url: string; expiresAt: string } | null>(null)
  const kiosk = purpose === 'kiosk'
  return (
    <Panel open title={kiosk ? t('Open kiosk') : t('Add marshal')} close={close}>
      {made ? (
        <Made {...made} purpose={purpose} close={close} />
      ) : (
        <Form
          of={attendanceKiosk.link}
          start={{ name: kiosk ? t('Entrance') : '', direction: 'both' }}
          fixed={{ sessionId: session.sessionId, purpose }}
          done={setMade}
        >
          <Text
            name="name"
            label={kiosk ? t('Name of the kiosk') : t('Name of the marshal')}
            maxLength={60}
            autoComplete="off"
            autoFocus
          />
          {kiosk && session.mode === 'check-in-and-out' && (
            <Choice
              name="direction"
              label={t('Direction')}
              options={Object.entries(directionNames).map(([value, label]) => ({ value, label: t(label) }))}
            />
          )}
          <Foot save={t('Create link')} cancel={{ do: close }} />
        </Form>
      )}
    </Panel>
  )
}

function Made({ url, expiresAt, purpose, close }: { url: string; expiresAt: string } & Omit<Props, 'session'>) {
  const link = purpose === 'muster' ? url.replace('#', '&view=muster#') : url
  return (
    <Stack gap={14} align="flex-start">
      <p>
        {purpose === 'kiosk'
          ? t('Open this link on the computer of the kiosk, or scan the code with a tablet. It works once.')
          : t('The marshal scans this code with a phone, or opens the link. It works once.')}
      </p>
      <QrCode text={link} label={t('QR code of the link')} />
      <Value of={link} what={t('link')} />
      <p className="cv-muted">
        {t('Valid until')} <When at={expiresAt} />
      </p>
      <div className="cv-foot">
        <Button variant="default" onClick={close}>
          {t('Done')}
        </Button>
        <Button component="a" href={link} target="_blank" rel="noreferrer">
          {t('Open on this computer')}
        </Button>
      </div>
    </Stack>
  )
}
