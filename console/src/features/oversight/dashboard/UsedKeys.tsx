import { keyKindNames } from '@claviger/contract/keys/security-keys'
import { statistics } from '@claviger/contract/oversight/statistics'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Bars } from '#platform/ui/charts/Bars.tsx'
import { ChartCard } from '#platform/ui/charts/ChartCard.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { calm } from './calm.tsx'
import { zone } from './zone.ts'

/** Security keys that were used in the period, by type. */
export function UsedKeys({ days }: { days: number }) {
  const { can } = useSession()
  const uses = useRead(statistics.uses, { days, timezone: zone }, { quiet: true, keepEarlier: true })
  const types = (uses.data?.keysByType ?? []).map(({ type, count }) => ({
    type,
    count,
    label: t(keyKindNames[type] ?? ''),
  }))
  return (
    <ChartCard
      title={t('Keys used, by type')}
      columns={[t('Type'), t('Keys')]}
      rows={types.map(({ label, count }) => [label, count])}
    >
      <Waiting on={uses} what={t('the security keys')}>
        {types.length === 0 && calm(t('No key was used in this period.'))}
        <Bars
          of={types.map(({ type, label, count }) => ({
            key: String(type),
            label,
            value: count,
            color: 'var(--cv-chart-2)',
            ...(can('keys.read') && { to: '/dashboard/security-keys', search: { type } }),
          }))}
        />
      </Waiting>
    </ChartCard>
  )
}
