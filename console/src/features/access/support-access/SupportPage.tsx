import { type SupportAccess, supportAccess, supportStates } from '@claviger/contract/access/support-access'
import { Button, Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { OneWorkspace } from '#features/tenancy/workspaces/OneWorkspace.tsx'
import { isOpen, SupportFacts } from './support-status.tsx'

const durations = [15, 30, 60, 120, 240, 480]

function Acts({ of, workspace }: { of: SupportAccess; workspace: string }) {
  const one = { id: workspace, access: of.id }
  const open = useWrite(supportAccess.open, {
    done({ accessToken }) {
      // Opens a new tab; the fragment is never sent to a server, and the page removes it
      window.open(`/auth/support#${accessToken}`, '_blank', 'noopener')
    },
  })
  const confirm = useWrite(supportAccess.confirm, { done: () => toast('success', t('Emergency access allowed')) })
  const end = useWrite(supportAccess.end, { done: () => toast('success', t('Support access ended')) })
  if (!isOpen(of)) return null
  return (
    <div className="cv-ends">
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate(one)}>
        {t('End support access')}
      </Button>
      {of.state === supportStates.waiting && of.emergency && !of.own && (
        <Button loading={confirm.isPending} onClick={() => confirm.mutate(one)}>
          {t('Allow emergency access')}
        </Button>
      )}
      {of.state === supportStates.allowed && of.own && (
        <Button loading={open.isPending} onClick={() => open.mutate(one)}>
          {t('Start support session')}
        </Button>
      )}
    </div>
  )
}

function Accesses({ workspace }: { workspace: { id: string; name: string } }) {
  const read = useRead(supportAccess.ofWorkspace, { id: workspace.id }, { every: 30_000 })
  const items = read.data?.items ?? []
  return (
    <Stack gap={16} miw={0} maw={720}>
      <Card title={t('Request support access')}>
        <Form
          key={items[0]?.id ?? ''}
          of={supportAccess.request}
          fixed={{ id: workspace.id }}
          start={{ reason: '', minutes: '60', emergency: false }}
          done={() => toast('success', t('Support access requested'))}
        >
          <Text name="reason" label={t('Reason')} lines={3} help={t('Owners see this reason, and it is logged.')} />
          <Choice
            name="minutes"
            label={t('Duration')}
            options={durations.map(count => ({
              value: String(count),
              label: t('{count, plural, one {# minute} other {# minutes}}', { count }),
            }))}
          />
          <Tick
            name="emergency"
            label={t('Emergency')}
            help={t('A second super administrator allows it instead of an owner. All owners are notified by email.')}
          />
          <Foot save={t('Request support access')} />
        </Form>
      </Card>
      <Waiting on={read} what={t('the support accesses')}>
        {items.map(one => (
          <Card key={one.id}>
            <Stack gap={16} miw={0}>
              <SupportFacts of={one} />
              <Acts of={one} workspace={workspace.id} />
            </Stack>
          </Card>
        ))}
      </Waiting>
    </Stack>
  )
}

export default function SupportPage() {
  return <OneWorkspace>{workspace => <Accesses workspace={workspace} />}</OneWorkspace>
}
