import { workspaceTypes, workspaces } from '@claviger/contract/tenancy/workspaces'
import { areaNames, switchableAreas, workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Choice, Choices } from '#platform/ui/fields/Choice.tsx'
import { Day } from '#platform/ui/fields/Day.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import settings from './governance.module.css'
import { stateWords } from './workspace-labels.tsx'
import type { Workspace } from './workspace-labels.tsx'

const saved = (name: string) => () => toast('success', t('{name} saved', { name }))

function StatusCard({ workspace }: { workspace: Workspace }) {
  return (
    <Card title={t('Status')}>
      <Form
        key={workspace.updatedAt}
        of={workspaceGovernance.status}
        fixed={{ id: workspace.id, seen: workspace.updatedAt }}
        start={{ status: String(workspace.status) }}
        done={saved(workspace.name)}
      >
        <Choice
          name="status"
          label={t('Status')}
          options={Object.entries(stateWords).map(([value, { word }]) => ({ value, label: t(word) }))}
          help={t('In a disabled workspace, only owners can sign in.')}
        />
        <Foot save={t('Set status')} whenChanged plain />
      </Form>
    </Card>
  )
}

function TrialCard({ workspace }: { workspace: Workspace }) {
  return (
    <Card title={t('Trial')}>
      <Form
        key={workspace.updatedAt}
        of={workspaceGovernance.trial}
        fixed={{ id: workspace.id, seen: workspace.updatedAt }}
        start={{ trialEnds: workspace.trialEnds }}
        done={saved(workspace.name)}
      >
        <Day name="trialEnds" label={t('Last day of the trial')} help={t('Leave it empty for no trial.')} />
        <Foot save={t('Set trial')} whenChanged plain />
      </Form>
    </Card>
  )
}

const businesses: readonly number[] = [workspaceTypes.business, workspaceTypes.company, workspaceTypes.school]

function Conversion({ workspace }: { workspace: Workspace }) {
  const [asking, setAsking] = useState(false)
  const to = workspace.type === workspaceTypes.individual ? workspaceTypes.business : workspaceTypes.partner
  const label = to === workspaceTypes.business ? t('Convert to business') : t('Convert to partner')
  const convert = useWrite(workspaceGovernance.type, {
    done: () => {
      toast('success', t('{name} converted', { name: workspace.name }))
      setAsking(false)
    },
  })
  if (workspace.type === workspaceTypes.partner) return <p>{t('Partners manage workspaces of their customers.')}</p>
  if (!businesses.includes(workspace.type) && workspace.type !== workspaceTypes.individual) return null
  return (
    <Group className={settings.line} justify="space-between" wrap="nowrap" gap={16}>
      <span>
        {to === workspaceTypes.business
          ? t('A business has administrators, groups, policies, and directories.')
          : t('A partner creates and manages workspaces of its customers.')}
      </span>
      <Button variant="default" onClick={() => setAsking(true)}>
        {label}…
      </Button>
      <Confirm
        open={asking}
        title={`${label}?`}
        keep={t('Keep type')}
        act={label}
        busy={convert.isPending}
        close={() => setAsking(false)}
        confirm={() => convert.mutate({ id: workspace.id, type: to }, { onError: () => setAsking(false) })}
      >
        <p>{t("You can't convert it back.")}</p>
      </Confirm>
    </Group>
  )
}

function PartnerForm({ workspace }: { workspace: Workspace }) {
  const found = useRead(workspaces.all, { type: [workspaceTypes.partner], pageSize: 100 }, { quiet: true })
  if (workspace.type === workspaceTypes.partner || !found.data) return null
  const options = found.data.items.map(({ id, name }) => ({ value: id, label: name }))
  const { partner } = workspace
  const own =
    partner && !options.some(({ value }) => value === partner.id) ? [{ value: partner.id, label: partner.name }] : []
  return (
    <Form
      key={workspace.updatedAt}
      of={workspaceGovernance.partner}
      fixed={{ id: workspace.id, seen: workspace.updatedAt }}
      start={{ partnerId: partner?.id ?? null }}
      done={saved(workspace.name)}
    >
      <Choice
        name="partnerId"
        label={t('Partner')}
        options={[...own, ...options]}
        placeholder={t('No partner')}
        help={t('The partner sees counts and dates of this workspace, but no users.')}
      />
      <Foot save={t('Set partner')} whenChanged plain />
    </Form>
  )
}

function SpecialCard({ workspace }: { workspace: Workspace }) {
  const { specialConfig: config, special } = workspace
  const turn = useWrite(workspaceGovernance.special, { done: saved(workspace.name) })
  return (
    <Card
      title={t('Special configuration')}
      right={
        <Button
          variant="default"
          size="xs"
          loading={turn.isPending}
          onClick={() => turn.mutate({ id: workspace.id, special: !special })}
        >
          {special ? t('Mark as not special') : t('Mark as special')}
        </Button>
      }
    >
      <Form
        key={workspace.updatedAt}
        of={workspaceGovernance.specialConfig}
        fixed={{ id: workspace.id, seen: workspace.updatedAt }}
        start={{
          closed: config.closed,
          users: config.users === null ? '' : String(config.users),
          until: config.until,
          notes: config.notes,
        }}
        done={saved(workspace.name)}
      >
        <Choices
          name="closed"
          label={t('Closed areas')}
          options={switchableAreas.map(value => ({ value, label: t(areaNames[value]) }))}
          placeholder={t('None')}
          help={t("Administrators and API keys of this workspace can't use these areas.")}
        />
        <Text
          name="users"
          label={t('Maximum number of users')}
          inputMode="numeric"
          help={t('Leave it empty for no limit.')}
        />
        <Day name="until" label={t('Applies until')} help={t('Leave it empty for no end.')} />
        <Text name="notes" label={t('Notes')} lines={3} help={t('Only super administrators see these notes.')} />
        <Foot save={t('Save configuration')} whenChanged plain />
      </Form>
    </Card>
  )
}

/** What super administrators set for one workspace; `End` shows its deletion and reset. */
export function Governance({
  workspace,
  End,
}: {
  workspace: Workspace
  End: (of: { workspace: Workspace }) => ReactNode
}) {
  if (workspace.installation)
    return <p>{t("This is the workspace of the super administrators. It can't be changed here.")}</p>
  return (
    <Stack gap={16} miw={0} maw={720}>
      <StatusCard workspace={workspace} />
      <TrialCard workspace={workspace} />
      <Card title={t('Type and partner')}>
        <Stack gap={16} miw={0}>
          <Conversion workspace={workspace} />
          <PartnerForm workspace={workspace} />
        </Stack>
      </Card>
      <SpecialCard workspace={workspace} />
      <End workspace={workspace} />
    </Stack>
  )
}
