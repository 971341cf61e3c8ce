import { registration } from '@claviger/contract/access/registration'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { keep } from '#platform/data/tokens.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { Email, Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { referrer, setupKey } from '../referrer.ts'
import type { StepProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'
import { AccountType } from './AccountType.tsx'
import { RobotCheck } from './RobotCheck.tsx'
import { useRobotCheck } from './useRobotCheck.ts'
import { VerifyEmail } from './VerifyEmail.tsx'

const Agreement = () => (
  <Trans
    id="I agree to the <0>license agreement</0> and the <1>privacy policy</1>"
    components={[
      <Anchor key="0" href="/legal/license-agreement" target="_blank" rel="noreferrer" />,
      <Anchor key="1" href="/legal/privacy-policy" target="_blank" rel="noreferrer" />,
    ]}
  />
)

const names = ['firstName', 'lastName']

/**
 * Account type, name, email, agreement, and robot check start the registration on the server (R27, R28, R30). The code
 * in the email is entered on the same screen.
 */
export default function EmailStep(props: StepProps) {
  const { state, kind, pick, advance, back, refused } = props
  const robot = useRobotCheck()
  const [start] = useState({
    firstName: state?.firstName ?? '',
    lastName: state?.lastName ?? '',
    email: state?.email ?? '',
    agreed: state !== null,
  })
  const [changing, setChanging] = useState(false)
  const [from, setup] = [referrer(), setupKey()]
  if (state?.step === 'verify-personal-info' && !changing)
    return <VerifyEmail {...props} state={state} change={() => setChanging(true)} />
  return (
    <Stack gap={20}>
      {setup === null && <AccountType kind={kind} pick={pick} />}
      <Form
        of={registration.stepOne}
        size="md"
        start={start}
        needed={names}
        fixed={{
          kind: kind ?? 'work',
          robotProof: robot.proof ?? '',
          ...(from === null ? {} : { referrer: from }),
          ...(setup === null ? {} : { setup }),
        }}
        refused={refusal => {
          if (refusal.code === 'robot-check' || refusal.code === 'ask-owner') robot.again()
          // A wrong first-start link must not end the session of an earlier registration
          return setup === null && refused(refusal)
        }}
        done={reply => {
          keep('interim', reply.session)
          setChanging(false)
          advance(reply.state)
        }}
      >
        <Grid columns={200}>
          <Text name="firstName" label={t('First name')} autoComplete="given-name" autoFocus />
          <Text name="lastName" label={t('Last name')} autoComplete="family-name" />
        </Grid>
        <Email
          name="email"
          label={kind === 'personal' ? t('Email') : kind === 'school' ? t('School email') : t('Work email')}
          {...(state === null ? {} : { help: t('A different address starts a new registration.') })}
        />
        <Tick name="agreed" label={<Agreement />} />
        <RobotCheck check={robot} />
        <StepFoot back={back} />
      </Form>
    </Stack>
  )
}
