import { registration } from '@claviger/contract/access/registration'
import { useState } from 'react'
import { keep } from '#platform/data/tokens.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { Email } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { referrer } from '../referrer.ts'
import type { StepProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'
import { RobotCheck } from './RobotCheck.tsx'
import { useRobotCheck } from './useRobotCheck.ts'

const Agreement = () => (
  <Trans
    id="I agree to the <0>license agreement</0> and the <1>privacy policy</1>"
    components={[
      <Anchor key="0" href="/legal/license-agreement" target="_blank" rel="noreferrer" />,
      <Anchor key="1" href="/legal/privacy-policy" target="_blank" rel="noreferrer" />,
    ]}
  />
)

/** Email, agreement, and robot check: starts the registration on the server (R27, R28). */
export default function EmailStep({ state, kind, advance, back, refused }: StepProps) {
  const robot = useRobotCheck()
  const [start] = useState({ email: state?.email ?? '', agreed: state !== null })
  const from = referrer()
  return (
    <Form
      of={registration.stepOne}
      size="md"
      start={start}
      fixed={{ kind: kind ?? 'work', robotProof: robot.proof ?? '', ...(from === null ? {} : { referrer: from }) }}
      refused={refusal => {
        if (refusal.code === 'robot-check' || refusal.code === 'ask-owner') robot.again()
        return refused(refusal)
      }}
      done={reply => {
        keep('interim', reply.session)
        advance(reply.state)
      }}
    >
      <Email
        name="email"
        label={kind === 'personal' ? t('Email') : kind === 'school' ? t('School email') : t('Work email')}
        {...(state === null ? {} : { help: t('A different address starts a new registration.') })}
        autoFocus
      />
      <Tick name="agreed" label={<Agreement />} />
      <RobotCheck check={robot} />
      <StepFoot back={back} />
    </Form>
  )
}
