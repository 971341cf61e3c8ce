import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Picture } from '#platform/ui/fields/Picture.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Form } from '#platform/ui/form/Form.tsx'
import { StepFoot } from '../registration/StepFoot.tsx'
import { Availability } from '#features/tenancy/workspaces/WorkspaceAddress.tsx'
import type { OnboardingProps } from './step.ts'

function OtherAddress({ now }: { now: string }) {
  const { fields } = useFormState()
  return fields.values['url'] === now ? null : <Availability />
}

export default function WorkspaceInfoStep({ me, next, back }: OnboardingProps) {
  const [start] = useState({ name: me.workspace.name, url: me.workspace.slug, icon: me.workspace.icon ?? '' })
  return (
    <Form
      of={workspaceSettings.updateWorkspace}
      size="md"
      start={start}
      refused={(refusal, fields) => {
        if (refusal.code !== 'workspace-url-taken') return false
        fields.fault('url', refusal.message)
        return true
      }}
      done={next}
    >
      <Text name="name" label={t('Name')} autoComplete="organization" />
      <Text
        name="url"
        label={t('URL')}
        help={t('Letters, digits, and hyphens. Users enter it to find your sign-in page.')}
      />
      <OtherAddress now={start.url} />
      <Picture
        name="icon"
        label={t('Icon')}
        help={t('A square JPG or PNG under 1 MB. Users see it when they sign in.')}
      />
      <StepFoot
        back={back}
        beside={
          <Button size="md" variant="default" onClick={next}>
            {t('Skip for now')}
          </Button>
        }
        next={t('Save and continue')}
      />
    </Form>
  )
}
