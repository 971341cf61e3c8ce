import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { StepFoot } from '../registration/StepFoot.tsx'
import { StepForm } from './StepForm.tsx'
import classes from './onboarding.module.css'
import type { OnboardingProps } from './step.ts'

export function CreatedStep({ me, next }: OnboardingProps) {
  const { name, slug, icon } = me.workspace
  return (
    <StepForm go={next}>
      <div className={classes.workspace}>
        <WorkspaceIcon name={name} icon={icon} size={52} />
        <div>
          <strong>{name}</strong>
          <span className="cv-mono">
            {window.location.host}/auth/sign-in?workspace={slug}
          </span>
        </div>
      </div>
      <StepFoot back={undefined} autoFocus />
    </StepForm>
  )
}
