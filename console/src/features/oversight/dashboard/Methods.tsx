import { activityStatus } from '@claviger/contract/oversight/activity'
import { logActions } from '@claviger/contract/oversight/log-actions'
import { statistics } from '@claviger/contract/oversight/statistics'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Bars } from '#platform/ui/charts/Bars.tsx'
import { ChartCard } from '#platform/ui/charts/ChartCard.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { calm } from './calm.tsx'
import { zone } from './zone.ts'

export const labelOf = (action: string): string => {
  const known = (logActions as Record<string, { label: string } | undefined>)[action]
  return known ? t(known.label) : action
}

/** Sign-ins by method; each opens its lines in the activity log. */
export function Methods({ days }: { days: number }) {
  const { can } = useSession()
  const uses = useRead(statistics.uses, { days, timezone: zone }, { quiet: true, keepEarlier: true })
  const methods = uses.data?.byMethod ?? []
  return (
    <ChartCard
      title={t('Sign-ins by method')}
      columns={[t('Method'), t('Sign-ins')]}
      rows={methods.map(({ action, count }) => [labelOf(action), count])}
    >
      <Waiting on={uses} what={t('the sign-ins')}>
        {methods.length === 0 && calm(t('No sign-ins in this period.'))}
        <Bars
          of={methods.map(({ action, count }) => ({
            key: action,
            label: labelOf(action),
            value: count,
            ...(can('activity.read') && {
              to: '/dashboard/activity-logs',
              search: { action, status: activityStatus.succeeded, from: uses.data?.since ?? '' },
            }),
          }))}
        />
      </Waiting>
    </ChartCard>
  )
}
