import { prices } from '@claviger/contract/billing/prices'
import type { PriceVersion } from '@claviger/contract/billing/prices'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { Button, Stack } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { count, countryOf, fullDateOf } from '#platform/text/formats.ts'
import { moneyOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { entriesOf } from '#platform/ui/page/entries.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { shareOf } from '../bills/bill-labels.ts'
import { priceFrom, tierWords } from './price-words.ts'

type Version = OutputOf<typeof PriceVersion>

const editor = '/dashboard/super-admin/prices/edit'

function State({ of, today }: { of: Version; today: string }) {
  const { validFrom } = of.table
  if (validFrom > today) return <Tag tone="accent">{t('Starts {day}', { day: fullDateOf(validFrom) })}</Tag>
  return of.validTo === null || of.validTo >= today ? (
    <Tag tone="ok">{t('Valid now')}</Tag>
  ) : (
    <Tag>{t('Ended {day}', { day: fullDateOf(of.validTo) })}</Tag>
  )
}

function One({ of, today }: { of: Version; today: string }) {
  const [removing, setRemoving] = useState(false)
  const { table, editable, fromConfiguration } = of
  const { currency, validFrom } = table
  const money = (amount: number) => moneyOf(amount, currency)
  const name = t('{currency} from {day}', { currency, day: fullDateOf(validFrom) })
  return (
    <Card
      title={name}
      right={
        <span className="cv-row">
          {fromConfiguration && <Tag>{t('From the configuration')}</Tag>}
          <State of={of} today={today} />
          <Button component={Link} to={editor} search={priceFrom(table, editable ? 'edit' : 'copy')} variant="default">
            {editable ? t('Edit prices') : t('Copy to a new version')}
          </Button>
          {editable && (
            <Button variant="default" onClick={() => setRemoving(true)}>
              {t('Delete…')}
            </Button>
          )}
        </span>
      }
    >
      <Facts
        of={[
          [t('Pay as you go'), tierWords(table.payAsYouGo, currency)],
          [t('Prepaid'), tierWords(table.prepaid, currency)],
          [t('Fixed prepaid'), tierWords(table.fixedPrepaid, currency)],
          [t('Free keys'), count(table.freeKeys)],
          [t('Keys during the trial'), table.trialKeys === null ? t('No limit') : count(table.trialKeys)],
          [t('Single sign-on'), t('{amount} for each user and month', { amount: money(table.singleSignOn) })],
          [t('Second factor'), t('{amount} for each user and month', { amount: money(table.secondFactor) })],
          [t('Minimum amount'), t('{amount} a month', { amount: money(table.minimum) })],
          [t('Personal plans'), table.personal.map(money).join(' · ')],
          [
            t('Taxes'),
            table.taxes.length === 0
              ? t('None')
              : table.taxes.map(({ country, rate }) => `${countryOf(country)} ${shareOf(rate)}`).join(' · '),
          ],
        ]}
      />
      {removing && (
        <ConfirmCall
          of={prices.remove}
          input={{ currency, validFrom }}
          title={t('Delete the prices {name}?', { name })}
          keep={t('Keep prices')}
          act={t('Delete prices')}
          said={t('Prices deleted')}
          close={() => setRemoving(false)}
        >
          {t('The version before it then stays valid.')}
        </ConfirmCall>
      )}
    </Card>
  )
}

export default function PricesPage() {
  const list = useRead(prices.list, {})
  const items = list.data?.items ?? []
  const add = (
    <Button component={Link} to={editor}>
      {t('New prices')}
    </Button>
  )
  return (
    <Stack gap={16} maw={860}>
      <PageHead
        title={t('Prices')}
        under={<span>{t('Each version applies from a day on. A change never affects a closed period.')}</span>}
        add={add}
        entries={entriesOf(list)}
      />
      <Waiting on={list} what={t('the prices')}>
        {items.length === 0 ? (
          <EmptyState title={t('No prices yet')} icon={IconReceipt2} action={add}>
            {t("Without prices in a currency, workspaces can't be billed in it.")}
          </EmptyState>
        ) : (
          items.map(one => (
            <One key={`${one.table.currency} ${one.table.validFrom}`} of={one} today={list.data?.today ?? ''} />
          ))
        )}
      </Waiting>
    </Stack>
  )
}
