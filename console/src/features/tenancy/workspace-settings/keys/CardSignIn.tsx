import { type cardSignIns, workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { WorkspaceDetails } from '@claviger/contract/tenancy/workspace-settings'
import { msg, t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Lines } from '#platform/ui/fields/Lines.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { SettingsForm } from '../SettingsForm.tsx'

const ways: Record<(typeof cardSignIns)[number], string> = {
  on: msg('From anywhere'),
  networks: msg('Only from these networks'),
  off: msg('Off'),
}

function Networks() {
  const { fields } = useFormState()
  // An invalid line prevents saving even if a different option is selected
  const wrong = Object.keys(fields.errors).some(path => path.startsWith('networks'))
  if (fields.values['cardSignIn'] !== 'networks' && !wrong) return null
  const help = t('One address or network per line, for example 192.0.2.0/24')
  return <Lines name="networks" label={t('Networks')} optional={false} help={help} />
}

export const CardSignIn = ({ details }: { details: WorkspaceDetails }) => (
  <SettingsForm of={workspaceSettings.cardSignIn} details={details} startOf={from => ({ ...from.cardSignIn })}>
    <Choice
      name="cardSignIn"
      label={t('Sign-in with card and PIN on the sign-in page')}
      options={Object.entries(ways).map(([value, label]) => ({ value, label: t(label) }))}
      help={t("Doesn't affect your readers and their programs")}
    />
    <Networks />
  </SettingsForm>
)
