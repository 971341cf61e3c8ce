import { Group } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { useDraft } from '../editor/page-draft.ts'
import { After } from './After.tsx'
import { Emails } from './Emails.tsx'
import { Identify } from './Identify.tsx'
import { KeyAndPin } from './KeyAndPin.tsx'
import { More } from './More.tsx'
import { OnOff } from './OnOff.tsx'
import { Part } from './Part.tsx'
import { Verify } from '../verify/Verify.tsx'

function Services() {
  const { settings, set } = useDraft()
  const { services } = settings
  return (
    <Part title={t('Services')} about={t('What users can do on this page')}>
      <Group gap="14px 24px" align="stretch">
        <OnOff
          label={t('Enroll a card')}
          on={services.enrollment}
          turn={enrollment => set({ services: { ...services, enrollment } })}
        />
        <OnOff
          label={t('Reset forgotten PIN')}
          on={services.pinRecovery}
          turn={pinRecovery => set({ services: { ...services, pinRecovery } })}
        />
      </Group>
      <OnOff
        label={t('Show the home page first')}
        on={settings.displayHomePageScreen}
        turn={displayHomePageScreen => set({ displayHomePageScreen })}
      />
    </Part>
  )
}

export default function StepsTab() {
  return (
    <>
      <Services />
      <Identify />
      <Verify />
      <KeyAndPin />
      <After />
      <Emails />
      <More />
    </>
  )
}
