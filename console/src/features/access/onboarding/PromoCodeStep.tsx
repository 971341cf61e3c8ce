import { Button, Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { RedeemCode } from '#features/billing/promo-codes/RedeemCode.tsx'
import { StepFoot } from '../registration/StepFoot.tsx'
import { StepForm } from './StepForm.tsx'
import type { OnboardingProps } from './step.ts'

export default function PromoCodeStep({ next, back }: OnboardingProps) {
  return (
    <Stack gap={20}>
      <RedeemCode
        size="md"
        foot={
          <div>
            <Button size="md" type="submit" variant="default">
              {t('Redeem code')}
            </Button>
          </div>
        }
      />
      <StepForm go={next}>
        <StepFoot back={back} />
      </StepForm>
    </Stack>
  )
}
