import { registration } from '@claviger/contract/access/registration'
import { useRef } from 'react'
import { t } from '#platform/text/text.ts'
import { Code } from '#platform/ui/fields/Code.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Resend } from '#platform/ui/steps/Resend.tsx'
import classes from '../register.module.css'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'

const start = { code: '' }

export default function CodeStep({ state, advance, back, refused }: BegunProps) {
  const holder = useRef<HTMLDivElement>(null)
  const send = () => holder.current?.querySelector('form')?.requestSubmit()
  const shared = { size: 'md', start, refused } as const
  const fields = (
    <>
      <Code name="code" label={t('Code')} complete={send} />
      <Resend of={registration.resendCode} after={state.resendAfter} />
      <StepFoot back={back} />
    </>
  )
  return (
    <div className={classes.step} ref={holder}>
      {state.step === 'verify' ? (
        <Form
          {...shared}
          of={registration.verify}
          needed="code"
          done={reply => reply.state !== null && advance(reply.state)}
        >
          {fields}
        </Form>
      ) : (
        <Form {...shared} of={registration.verifyPersonalInfo} done={advance}>
          {fields}
        </Form>
      )}
    </div>
  )
}
