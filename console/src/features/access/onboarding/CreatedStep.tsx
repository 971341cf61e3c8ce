import { Box, Group, Stack } from '@mantine/core'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { StepFoot } from '../registration/StepFoot.tsx'
import { StepForm } from './StepForm.tsx'
import type { OnboardingProps } from './step.ts'

export function CreatedStep({ me, next }: OnboardingProps) {
  const { name, slug, icon } = me.workspace
  return (
    <StepForm go={next}>
      <Group className="cv-panel" gap={16} p={20} wrap="nowrap">
        <WorkspaceIcon name={name} icon={icon} size={52} />
        <Stack gap={2} miw={0}>
          <Box component="strong" fz={16} lh="24px">
            {name}
          </Box>
          <span className="cv-mono cv-quiet cv-wrap">
            {window.location.host}/auth/sign-in?workspace={slug}
          </span>
        </Stack>
      </Group>
      <StepFoot back={undefined} autoFocus />
    </StepForm>
  )
}
