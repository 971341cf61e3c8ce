import { Button, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'
import classes from './account.module.css'

const ContactChange = lazy(() => import('./ContactChange.tsx'))

export function Contact() {
  const { me } = useSession()
  const [changing, setChanging] = useState<'email' | 'phone' | null>(null)
  const phone = me.phoneNumber
  return (
    <Card title={t('Contact')}>
      <Stack gap={12}>
        <div className={classes.line}>
          <span>
            <span className={classes.label}>{t('Email')}</span> {me.email ?? t('None')}
          </span>
          <Button variant="default" onClick={() => setChanging('email')}>
            {t('Change email…')}
          </Button>
        </div>
        <div className={classes.line}>
          <span>
            <span className={classes.label}>{t('Phone')}</span>{' '}
            {phone ? `${phone.countryCode} ${phone.mobileNumber}` : t('None')}
          </span>
          <Button variant="default" onClick={() => setChanging('phone')}>
            {t('Change phone…')}
          </Button>
        </div>
      </Stack>
      <Suspense>{changing && <ContactChange what={changing} close={() => setChanging(null)} />}</Suspense>
    </Card>
  )
}
