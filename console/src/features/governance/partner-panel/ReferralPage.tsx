import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import { Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { dateOf, longDateOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Value } from '#platform/ui/bits/Value.tsx'
import { ChartCard } from '#platform/ui/charts/ChartCard.tsx'
import { Columns } from '#platform/ui/charts/Columns.tsx'
import { Tile, Tiles } from '#platform/ui/charts/Tile.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { DeferredContent } from '#platform/ui/page/DeferredContent.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { QrCode } from '#features/keys/key-activation/QrCode.tsx'

export default function ReferralPage() {
  const { me } = useSession()
  const read = useRead(partnerPanel.info, { id: me.workspace.id }, { quiet: true })
  const data = read.data
  const weeks = data?.signUps ?? []
  const series = [{ label: t('Sign-ups'), color: 'var(--cv-chart-1)' }]
  return (
    <Stack gap={16} miw={0}>
      <PageHead title={t('Referral link')} />
      <Tiles>
        <Tile
          label={t('Businesses')}
          value={data?.customers.business}
          failed={read.isError}
          under={t('Workspaces of your customers')}
        />
        <Tile
          label={t('Personals')}
          value={data?.customers.personal}
          failed={read.isError}
          under={t('Personal accounts of your customers')}
        />
      </Tiles>
      <DeferredContent until={!read.isPending}>
        <Card title={t('Referral link')}>
          <Waiting on={read} what={t('the referral link')}>
            {data && (
              <Stack gap={16} miw={0}>
                <p>{t('Customers who register with this link belong to {name}.', { name: data.name })}</p>
                <Value of={data.referralLink} what={t('Referral link')} />
                <QrCode text={data.referralLink} label={t('QR code of the referral link')} />
              </Stack>
            )}
          </Waiting>
        </Card>
        <ChartCard
          title={t('Sign-ups by week')}
          columns={[t('Week of'), t('Sign-ups')]}
          rows={weeks.map(({ week, count }) => [longDateOf(week), count])}
        >
          <Waiting on={read} what={t('the sign-ups')}>
            <Columns
              series={series}
              columns={weeks.map(({ week, count }) => ({
                label: dateOf(week),
                says: t('{day}: {count}', { day: longDateOf(week), count }),
                values: [count],
              }))}
              label={t('Sign-ups by week')}
            />
          </Waiting>
        </ChartCard>
      </DeferredContent>
    </Stack>
  )
}
