import { individual } from '@claviger/contract/access/individual'
import { registration } from '@claviger/contract/access/registration'
import { Button, Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Form } from '#platform/ui/form/Form.tsx'
import { RedeemCode } from '#features/billing/promo-codes/RedeemCode.tsx'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'

const skipped = { skip: true }

/** The plan to begin with, and a promo code; cards are added once the workspace exists. */
export default function PaymentStep({ advance, back, refused }: BegunProps) {
  return (
    <Stack gap={20}>
      <RedeemCode
        of={individual.redeemRegistering}
        size="md"
        foot={
          <div>
            <Button size="md" type="submit" variant="default">
              {t('Redeem code')}
            </Button>
          </div>
        }
      />
      <Form of={registration.paymentInfo} size="md" start={skipped} refused={refused} done={advance}>
        <StepFoot back={back} autoFocus />
      </Form>
    </Stack>
  )
}
