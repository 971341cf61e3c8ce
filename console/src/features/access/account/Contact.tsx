import { Box, Button, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'

const ContactChange = lazy(() => import('./ContactChange.tsx'))

export function Contact() {
  const { me } = useSession()
  const [changing, setChanging] = useState<'email' | 'phone' | null>(null)
  const phone = me.phoneNumber
  return (
    <Card title={t('Contact')}>
      <Stack gap={12}>
        <div className="cv-apart cv-quiet cv-wrap">
          <Box component="span" flex="1 1 280px">
            <Box component="span" className="cv-muted" display="inline-block" miw={72}>
              {t('Email')}
            </Box>{' '}
            {me.email ?? t('None')}
          </Box>
          <Button variant="default" onClick={() => setChanging('email')}>
            {t('Change email…')}
          </Button>
        </div>
        <div className="cv-apart cv-quiet cv-wrap">
          <Box component="span" flex="1 1 280px">
            <Box component="span" className="cv-muted" display="inline-block" miw={72}>
              {t('Phone')}
            </Box>{' '}
            {phone ? `${phone.countryCode} ${phone.mobileNumber}` : t('None')}
          </Box>
          <Button variant="default" onClick={() => setChanging('phone')}>
            {t('Change phone…')}
          </Button>
        </div>
      </Stack>
      <Suspense>{changing && <ContactChange what={changing} close={() => setChanging(null)} />}</Suspense>
    </Card>
  )
}
