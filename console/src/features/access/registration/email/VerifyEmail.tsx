import { registration } from '@claviger/contract/access/registration'
import { Button, Stack } from '@mantine/core'
import { useRef } from 'react'
import { t } from '#platform/text/text.ts'
import { Code } from '#platform/ui/fields/Code.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Resend } from '#platform/ui/steps/Resend.tsx'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'

const start = { code: '' }

export function VerifyEmail({ state, advance, refused, change }: BegunProps & { change: () => void }) {
  const holder = useRef<HTMLDivElement>(null)
  return (
    <Stack gap={20} ref={holder}>
      <div className="cv-apart cv-quiet">
        <p>{t('We sent a 6-digit code to {email}.', { email: state.email })}</p>
        <Button variant="default" onClick={change}>
          {t('Change email')}
        </Button>
      </div>
      <Form of={registration.verifyPersonalInfo} size="md" start={start} refused={refused} done={advance}>
        <Code name="code" label={t('Code')} complete={() => holder.current?.querySelector('form')?.requestSubmit()} />
        <Resend of={registration.resendCode} after={state.resendAfter} />
        <StepFoot back={undefined} />
      </Form>
    </Stack>
  )
}
