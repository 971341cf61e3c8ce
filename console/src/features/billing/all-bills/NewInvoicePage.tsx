import { allBills } from '@claviger/contract/billing/all-bills'
import { plans } from '@claviger/contract/billing/plans'
import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Day } from '#platform/ui/fields/Day.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Paper } from '#platform/ui/page/Paper.tsx'
import { ManualLines, newLine } from './ManualLines.tsx'
import { WorkspacePick } from './WorkspacePick.tsx'

const thisMonth = () => {
  const now = new Date()
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, date)).toISOString().slice(0, 10)
  return { from: day(0, 1), to: day(1, 0) }
}

function Inputs({ preview }: { preview: (html: string) => void }) {
  const { fields } = useFormState()
  const workspaceId = String(fields.values['workspaceId'])
  const policy = useRead(plans.ofWorkspace, { id: workspaceId }, { when: workspaceId !== '', quiet: true })
  const currency = policy.data?.currency ?? 'EUR'
  const sample = useWrite(allBills.sample, { done: html => preview(html as unknown as string) })
  const show = () => {
    if (Object.keys(fields.check()).length === 0) sample.mutate(fields.values as never)
  }
  return (
    <>
      <WorkspacePick
        value={workspaceId}
        error={fields.errors['workspaceId']}
        change={id => fields.set('workspaceId', id)}
      />
      <Grid columns="minmax(0, 1fr) minmax(0, 1fr)">
        <Day name="from" label={t('First day')} />
        <Day name="to" label={t('Last day')} />
      </Grid>
      <ManualLines key={currency} currency={currency} />
      <Tick
        name="draft"
        label={t('Save as draft')}
        help={t('A draft has no number yet. You can issue or delete it.')}
      />
      <Button variant="default" loading={sample.isPending} onClick={show}>
        {t('Show sample')}
      </Button>
      <Foot save={fields.values['draft'] === true ? t('Save draft') : t('Issue invoice')} />
    </>
  )
}

export default function NewInvoicePage() {
  const go = useNavigate()
  const { workspace = '' } = useSearch({ strict: false }) as { workspace?: string }
  const [html, setHtml] = useState<string | null>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [start] = useState(() => ({ workspaceId: workspace, ...thisMonth(), lines: [newLine()], draft: false }))
  return (
    <>
      <PageHead title={t('Create invoice')} />
      <Grid columns="minmax(0, 560px) minmax(0, 1fr)" gap={24} align="start" below={1200}>
        <Form
          of={allBills.create}
          start={start}
          guard={LeaveGuard}
          faultsOf={({ workspaceId }) => (workspaceId === '' ? { workspaceId: t('Choose a workspace') } : {})}
          done={({ number }) => {
            toast('success', number === null ? t('Draft saved') : t('Invoice {number} issued', { number }))
            void go({ to: '/dashboard/super-admin/invoices' } as never)
          }}
        >
          <Inputs preview={setHtml} />
        </Form>
        <Card title={t('Sample')} flush>
          {html === null ? (
            <EmptyState title={t('No sample yet')} icon={IconFileInvoice}>
              {t('Fill in the invoice and choose Show sample. Nothing is stored until you issue it or save a draft.')}
            </EmptyState>
          ) : (
            <Paper html={html} title={t('Sample of the invoice')} frame={frame} />
          )}
        </Card>
      </Grid>
    </>
  )
}
