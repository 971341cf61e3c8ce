import { statistics } from '@claviger/contract/oversight/statistics'
import { IconFingerprint } from '@tabler/icons-react'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { ChartCard } from '#platform/ui/charts/ChartCard.tsx'
import { Donut } from '#platform/ui/charts/Donut.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'

const kinds: Record<string, { label: string; color: string }> = {
  phone: { label: msg('Phone'), color: 'var(--cv-chart-1)' },
  computer: { label: msg('Computer'), color: 'var(--cv-chart-2)' },
  key: { label: msg('Hardware key'), color: 'var(--cv-chart-4)' },
  manager: { label: msg('Password manager'), color: 'var(--cv-chart-3)' },
  card: { label: msg('Access card'), color: 'var(--cv-ok-dot)' },
  unknown: { label: msg('Other'), color: 'var(--cv-chart-5)' },
}

export function Kinds() {
  const { can } = useSession()
  const keys = useRead(statistics.securityKeys, {}, { quiet: true })
  const total = keys.data?.total ?? 0
  const shares = Object.entries(kinds)
    .map(([kind, look]) => ({
      ...look,
      label: t(look.label),
      value: keys.data?.byKind.find(one => one.kind === kind)?.count ?? 0,
    }))
    .toSorted((one, other) => other.value - one.value)
  return (
    <ChartCard
      title={t('Passkeys by type')}
      columns={[t('Type'), t('Passkeys')]}
      rows={shares.map(({ label, value }) => [label, value])}
    >
      <Waiting on={keys} what={t('the passkeys')}>
        {total === 0 ? (
          <EmptyState
            title={t('No passkeys yet')}
            link={can('users.read') && { to: '/dashboard/users', label: t('Go to users') }}
            icon={IconFingerprint}
          >
            {t('Passkeys appear here when users activate their accounts.')}
          </EmptyState>
        ) : (
          <Donut of={shares} total={total} label={t('{total} passkeys by type', { total })} />
        )}
      </Waiting>
    </ChartCard>
  )
}
