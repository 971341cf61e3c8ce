import { Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { isPersonal } from './plan.ts'
import { StepFoot } from '../registration/StepFoot.tsx'
import { StepForm } from './StepForm.tsx'
import type { OnboardingProps } from './step.ts'

export function CongratulationsStep({ me, back, enter }: OnboardingProps) {
  const advice = [
    me.passkeys === 0
      ? t("Create a passkey under My security keys. It's faster and safer than a code.")
      : t("Next time, sign in with your passkey. You don't need a password."),
    ...(isPersonal(me)
      ? []
      : [
          t('Add your first users. Each user gets an email with a link.'),
          t('The activity log shows who did what, and from where.'),
        ]),
  ]
  return (
    <StepForm go={enter}>
      <Stack component="ul" className="cv-panel cv-lead" gap={12} p={20}>
        {advice.map(line => (
          <li key={line}>{line}</li>
        ))}
      </Stack>
      <StepFoot back={back} next={t('Open console')} autoFocus />
    </StepForm>
  )
}
