import { account } from '@claviger/contract/access/account'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Code } from '#platform/ui/fields/Code.tsx'
import { Phone } from '#platform/ui/fields/Phone.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { StepFoot } from '../registration/StepFoot.tsx'
import type { OnboardingProps } from './step.ts'

const noPhone = { phoneNumber: { countryCode: '', mobileNumber: '' } }
const noCode = { code: '' }

export default function PhoneStep({ next, back }: OnboardingProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const skip = (
    <Button size="md" variant="default" onClick={next}>
      {t('Skip for now')}
    </Button>
  )
  if (sentTo === null)
    return (
      <Form
        key="phone"
        of={account.changeContact}
        size="md"
        start={noPhone}
        needed="phoneNumber"
        done={reply => setSentTo(reply.codeSentTo)}
      >
        <Phone
          name="phoneNumber"
          label={t('Phone')}
          help={t("We'll send a code to your email to confirm the change")}
        />
        <StepFoot back={back} beside={skip} next={t('Send code')} />
      </Form>
    )
  return (
    <Form key="code" of={account.verifyContact} size="md" start={noCode} done={next}>
      <p>{t('We sent a 6-digit code to {email}.', { email: sentTo })}</p>
      <Code name="code" label={t('Code')} />
      <StepFoot back={() => setSentTo(null)} beside={skip} />
    </Form>
  )
}
