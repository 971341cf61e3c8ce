import { IconBuildingPlus, IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { OptionCards } from '#platform/ui/steps/OptionCards.tsx'
import { StepFoot } from '../registration/StepFoot.tsx'
import { StepForm } from './StepForm.tsx'
import type { OnboardingProps } from './step.ts'

const options = [
  {
    value: 'create',
    label: msg('Create a workspace'),
    help: msg('You become its owner and add users and keys'),
    icon: IconBuildingPlus,
  },
  {
    value: 'join',
    label: msg('Join a workspace'),
    help: msg('An administrator adds you'),
    icon: IconMailCheck,
  },
] as const

/** From a personal account to a workspace: create one, or join one. */
export default function WorkspaceStep({ me, next, back }: OnboardingProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const go = () => (chosen === 'create' ? window.location.assign('/auth/register') : next())
  return (
    <StepForm go={go}>
      <OptionCards label={t('Workspace')} of={options} value={chosen} pick={setChosen} />
      {chosen === 'join' && (
        <p className="cv-quiet">
          {t('Ask an administrator of the workspace to add {email}. You then receive an email with a link.', {
            email: me.email ?? me.userId,
          })}
        </p>
      )}
      <StepFoot back={back} next={chosen === null ? t('Skip for now') : t('Continue')} />
    </StepForm>
  )
}
