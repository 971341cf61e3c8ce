import { AutomaticCheck } from '../verification/AutomaticCheck.tsx'
import { ChannelChoice } from '../verification/ChannelChoice.tsx'
import { HandOver } from '../verification/HandOver.tsx'
import { SelfConfirmation } from '../verification/SelfConfirmation.tsx'
import type { StepProps } from './step-props.ts'

/** Step 3: the verification method that the page's owner chose (R100). */
export function VerifyStep(props: StepProps) {
  switch (props.state.wizard.verification) {
    case 'selfConfirmation':
      return <SelfConfirmation {...props} />
    case 'automatic':
      return <AutomaticCheck {...props} />
    case 'entraId':
    case 'sso':
    case 'identity':
      return <HandOver {...props} />
    case 'default':
    case 'none':
      return <ChannelChoice {...props} />
  }
}
