import { type cardSignIns, workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { InputBase } from '@mantine/core'
import { msg, t } from '../../../../ground/text/text.ts'
import { Choice } from '../../../../ground/ui/fields/Choice.tsx'
import { Label } from '../../../../ground/ui/fields/Label.tsx'
import { useField, useFormState } from '../../../../ground/ui/form/context.ts'
import { SettingsForm } from '../SettingsForm.tsx'

const ways: Record<(typeof cardSignIns)[number], string> = {
  on: msg('From anywhere'),
  networks: msg('Only from these networks'),
  off: msg('Not at all'),
}

const linesOf = (value: unknown) => (Array.isArray(value) ? value.join('\n') : '')
const listOf = (text: string) => text.split('\n').map(line => line.trim())

function Networks() {
  const { fields } = useFormState()
  const { size } = useField('networks')
  if (fields.values['cardSignIn'] !== 'networks') return null
  const wrong = Object.entries(fields.errors).find(([path]) => path.startsWith('networks'))?.[1]
  return (
    <InputBase
      component="textarea"
      multiline
      rows={3}
      size={size}
      label={<Label text={t('Networks')} optional={false} />}
      description={t('One address or network a line, 192.0.2.0/24 for instance.')}
      value={linesOf(fields.values['networks'])}
      onChange={event => fields.set('networks', listOf(event.currentTarget.value))}
      onBlur={event =>
        fields.set(
          'networks',
          listOf(event.currentTarget.value).filter(line => line !== ''),
        )
      }
      error={wrong}
    />
  )
}

/** Whence a card and its PIN sign in at our own page. */
export const CardSignIn = ({ details }: { details: WorkspaceDetails }) => (
  <SettingsForm
    of={workspaceSettings.cardSignIn}
    details={details}
    startOf={from => ({ ...from.cardSignIn })}
    saved={t('Sign-in by card saved')}
  >
    <Choice
      name="cardSignIn"
      label={t('Card and PIN sign in at the sign-in page')}
      options={Object.entries(ways).map(([value, label]) => ({ value, label: t(label) }))}
      help={t('Readers in your house and their programs are not concerned.')}
    />
    <Networks />
  </SettingsForm>
)
