import { Stack } from '@mantine/core'
import { registration } from '@claviger/contract/access/registration'
import { useRef } from 'react'
import { t } from '#platform/text/text.ts'
import { Code } from '#platform/ui/fields/Code.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Resend } from '#platform/ui/steps/Resend.tsx'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'

const start = { code: '' }

export default function CodeStep({ state, advance, back, refused }: BegunProps) {
  const holder = useRef<HTMLDivElement>(null)
  return (
    <Stack gap={20} ref={holder}>
      <Form
        of={registration.verify}
        size="md"
        start={start}
        needed="code"
        refused={refused}
        done={reply => reply.state !== null && advance(reply.state)}
      >
        <Code name="code" label={t('Code')} complete={() => holder.current?.querySelector('form')?.requestSubmit()} />
        <Resend of={registration.resendCode} after={state.resendAfter} />
        <StepFoot back={back} />
      </Form>
    </Stack>
  )
}
