import type { BillLine } from '@claviger/contract/billing/bill-lines'
import type { BillDetails } from '@claviger/contract/billing/bills'
import { ActionIcon, Box, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { count, fullDateOf, periodOf } from '#platform/text/formats.ts'
import { moneyOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { Figures } from '#platform/ui/charts/Figures.tsx'
import { isCounted, lineHelp, lineName, shareOf, unitsOf } from './bill-labels.ts'
import classes from './bills.module.css'

/** From which days, and by which calculation, an amount results. */
function Source({ line, currency }: { line: BillLine; currency: string }) {
  const { quantity, price, days, amount, rows, from, to } = line
  const numbers = {
    quantity: count(quantity),
    price: moneyOf(price, currency),
    days: count(days),
    amount: moneyOf(amount, currency),
  }
  return (
    <Stack className={`${classes.source ?? ''} cv-quiet`} gap={8} maw={520} ta="start">
      <p>
        {days > 1
          ? t('{quantity} on all days × {price} ÷ {days} days of the month = {amount}', numbers)
          : t('{quantity} × {price} = {amount}', numbers)}
      </p>
      {rows.length > 0 && (
        <Figures
          label={t('{line}, {period}', { line: lineName(line), period: periodOf(from, to) })}
          columns={[t('Day'), t('Count')]}
          rows={rows.map(row => [fullDateOf(row.date), row.count])}
        />
      )}
    </Stack>
  )
}

interface RowProps {
  line: BillLine
  currency: string
  period: string
  phone: boolean
}

function Row({ line, currency, period, phone }: RowProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const name = lineName(line)
  const own = periodOf(line.from, line.to)
  const counted = isCounted(line)
  const word = open ? t('Hide the days of {line}', { line: name }) : t('Show the days of {line}', { line: name })
  const help = [lineHelp(line, currency), own === period ? '' : own].filter(part => part !== '').join(' · ')
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <>
      <tr>
        <th scope="row">
          <Group component="span" gap={6} align="stretch" wrap="nowrap" miw={0}>
            {counted ? (
              <ActionIcon
                size={24}
                my={-3}
                aria-label={word}
                title={word}
                aria-expanded={open}
                aria-controls={id}
                onClick={() => setOpen(!open)}
              >
                <Chevron size={16} stroke={1.8} aria-hidden />
              </ActionIcon>
            ) : (
              <Box component="span" flex="none" w={24} />
            )}
            <span>
              <strong>{name}</strong> {help !== '' && <span className="cv-muted">{help}</span>}
              {counted && phone && (
                <Box component="span" display="block">
                  {unitsOf(line)} × {moneyOf(line.price, currency)}
                </Box>
              )}
            </span>
          </Group>
        </th>
        {!phone && (
          <>
            <td>{counted && unitsOf(line)}</td>
            <td>{counted && moneyOf(line.price, currency)}</td>
          </>
        )}
        <td>
          <strong>{moneyOf(line.amount, currency)}</strong>
        </td>
      </tr>
      <tr id={id} hidden={!open}>
        <td colSpan={phone ? 2 : 4}>{open && <Source line={line} currency={currency} />}</td>
      </tr>
    </>
  )
}

function taxWord({ taxRate, reverseCharge }: BillDetails): string {
  if (reverseCharge) return t('Tax, reverse charge')
  return t('Tax, {percent}', { percent: shareOf(taxRate) })
}

/** Lines of a bill, each with the days it comes from, and the sums. */
export function BillLines({ bill, total, label }: { bill: BillDetails; total: string; label: string }) {
  const { lines, currency } = bill
  const phone = useMediaQuery('(max-width: 767px)', window.innerWidth < 768, { getInitialValueInEffect: false })
  const sums: readonly (readonly [label: string, amount: number])[] = [
    [t('Subtotal'), bill.subtotal],
    [taxWord(bill), bill.tax],
    [total, bill.total],
  ]
  return (
    <table className={`${classes.lines ?? ''} cv-figures`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('Item')}</th>
          {!phone && (
            <>
              <th scope="col">{t('Count')}</th>
              <th scope="col">{t('Price')}</th>
            </>
          )}
          <th scope="col">{t('Total')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <Row
            // Lines have no ID, and their order doesn't change
            // oxlint-disable-next-line react/no-array-index-key -- see above
            key={`${line.kind} ${line.from} ${at}`}
            line={line}
            currency={currency}
            period={periodOf(bill.from, bill.to)}
            phone={phone}
          />
        ))}
      </tbody>
      <tfoot>
        {sums.map(([word, amount], at) => {
          const weight = at === sums.length - 1 ? 600 : 400
          return (
            <tr key={word}>
              <Box component="th" scope="row" colSpan={phone ? 1 : 3} fw={weight}>
                {word}
              </Box>
              <Box component="td" fw={weight}>
                {moneyOf(amount, currency)}
              </Box>
            </tr>
          )
        })}
      </tfoot>
    </table>
  )
}
