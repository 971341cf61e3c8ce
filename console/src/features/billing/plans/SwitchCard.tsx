import { paymentPlans } from '@claviger/contract/billing/money'
import { plans } from '@claviger/contract/billing/plans'
import type { BillingPolicy, SwitchPreview } from '@claviger/contract/billing/plans'
import { Box, Button, NumberInput, Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { fullDateOf, periodOf } from '#platform/text/formats.ts'
import { moneyOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { lineName, unitsOf } from '../bills/bill-labels.ts'
import classes from './plans.module.css'

function Side({
  title,
  lines,
  sum,
  currency,
}: {
  title: string
  lines: SwitchPreview['before']
  sum: number
  currency: string
}) {
  return (
    <table className={`${classes.side ?? ''} cv-figures`} aria-label={title}>
      <caption>{title}</caption>
      <tbody>
        {lines.map(line => (
          <tr key={`${line.kind} ${line.from} ${line.tier}`}>
            <th scope="row">
              {lineName(line)}{' '}
              <Box component="span" className="cv-small" display="block">
                {periodOf(line.from, line.to)}
              </Box>
            </th>
            <td>{unitsOf(line)}</td>
            <td>{moneyOf(line.amount, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('Subtotal')}
          </th>
          <td>{moneyOf(sum, currency)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function Comparison({ of, currency }: { of: SwitchPreview; currency: string }) {
  const more = of.subtotalAfter - of.subtotalBefore
  return (
    <>
      <p>
        {more === 0
          ? t('The switch applies from {day}. The current bill stays the same.', { day: fullDateOf(of.firstDay) })
          : more > 0
            ? t('The switch applies from {day}. The current bill rises by {amount} before tax.', {
                day: fullDateOf(of.firstDay),
                amount: moneyOf(more, currency),
              })
            : t('The switch applies from {day}. The current bill falls by {amount} before tax.', {
                day: fullDateOf(of.firstDay),
                amount: moneyOf(-more, currency),
              })}
      </p>
      <Grid columns={280} gap="16px 24px" align="start">
        <Side title={t('Current bill now')} lines={of.before} sum={of.subtotalBefore} currency={currency} />
        <Side title={t('Current bill after the switch')} lines={of.after} sum={of.subtotalAfter} currency={currency} />
      </Grid>
    </>
  )
}

/** Switches between pay as you go and prepaid (R186), after a preview of the prorated lines. */
export function SwitchCard({ policy, workspaceId }: { policy: BillingPolicy; workspaceId: string }) {
  const toPrepaid = policy.plan === paymentPlans.payAsYouGo
  const [number, setNumber] = useState<number | null>(policy.licenses ?? 100)
  const [fixed, setFixed] = useState(false)
  const [preview, setPreview] = useState<SwitchPreview | null>(null)
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const done = (reply: { preview: SwitchPreview | null }) => {
    setRefusal(null)
    setPreview(reply.preview)
    if (reply.preview === null) toast('success', t('Plan switched'))
  }
  const prepaid = useWrite(plans.toPrepaid, { quiet: true, done })
  const payAsYouGo = useWrite(plans.toPayAsYouGo, { quiet: true, done })
  const ask = (only: boolean) => {
    const asked = { workspaceId, ...(only ? { preview: true } : {}) }
    const onError = (fault: CallError) => {
      setPreview(null)
      setRefusal(fault)
    }
    if (toPrepaid) prepaid.mutate({ ...asked, licenses: number ?? 0, fixed }, { onError })
    else payAsYouGo.mutate(asked, { onError })
  }
  const changed = () => {
    setPreview(null)
    setRefusal(null)
  }
  const busy = prepaid.isPending || payAsYouGo.isPending
  const title = toPrepaid ? t('Switch to prepaid') : t('Switch to pay as you go')
  return (
    <Card title={title}>
      <Stack gap={12}>
        {toPrepaid && (
          <div className="cv-with-button">
            <NumberInput
              label={t('Number of licenses')}
              value={number ?? ''}
              min={0}
              allowDecimal={false}
              hideControls
              maxLength={8}
              onChange={value => {
                changed()
                setNumber(typeof value === 'number' ? value : null)
              }}
            />
            <Switch
              size="xs"
              withThumbIndicator={false}
              label={t("Fixed: keys above the licenses can't be activated")}
              checked={fixed}
              onChange={event => {
                changed()
                setFixed(event.currentTarget.checked)
              }}
            />
          </div>
        )}
        {refusal !== null && <Notice level="error">{refusal.message}</Notice>}
        {preview !== null && <Comparison of={preview} currency={policy.currency} />}
        <div className="cv-row">
          <Button variant="default" loading={busy && preview === null} onClick={() => ask(true)}>
            {t('Preview switch')}
          </Button>
          {preview !== null && (
            <Button loading={busy} onClick={() => ask(false)}>
              {title}
            </Button>
          )}
        </div>
      </Stack>
    </Card>
  )
}
