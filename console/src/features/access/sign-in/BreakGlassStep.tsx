import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { Button, Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Email, Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'

const start = { email: '', code: '' }

export default function BreakGlassStep({ back }: { back: () => void }) {
  return (
    <Stack gap={10}>
      <Form
        of={authenticationProfiles.breakGlass}
        size="lg"
        start={start}
        done={({ link }) => window.location.assign(link)}
      >
        <Email name="email" label={t('Email')} autoComplete="username" autoFocus />
        <Text name="code" label={t('Break-glass code')} autoComplete="off" />
        <Foot save={t('Create new passkey')} wide />
      </Form>
      <Button variant="subtle" size="lg" onClick={back}>
        {t('Back')}
      </Button>
    </Stack>
  )
}
