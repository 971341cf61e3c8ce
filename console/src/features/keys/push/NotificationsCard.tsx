import { push } from '@claviger/contract/keys/push'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Installable } from './HomeScreen.tsx'
import { NotificationSwitch } from './NotificationSwitch.tsx'

export function NotificationsCard() {
  const own = useRead(push.own, {}, { quiet: true })
  const [phone] = useState(() => window.matchMedia('(pointer: coarse)').matches)
  if (!own.data || own.data.phones.length === 0) return null
  return (
    <Card title={t('Approve sign-ins on a phone')}>
      {phone ? (
        <>
          <Installable />
          <NotificationSwitch />
        </>
      ) : (
        <p className="cv-quiet">
          {t('Open {address} on your phone, and turn on notifications for waiting sign-ins.', {
            address: `${window.location.origin}/approve`,
          })}
        </p>
      )}
    </Card>
  )
}
