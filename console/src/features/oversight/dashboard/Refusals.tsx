import { activityStatus } from '@claviger/contract/oversight/activity'
import { statistics } from '@claviger/contract/oversight/statistics'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Bars } from '#platform/ui/charts/Bars.tsx'
import { ChartCard } from '#platform/ui/charts/ChartCard.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { calm } from './calm.tsx'
import { labelOf } from './Methods.tsx'
import { zone } from './zone.ts'

const log = '/dashboard/activity-logs'

/** Refused uses by their most frequent reasons. */
export function Refusals({ days }: { days: number }) {
  const { can } = useSession()
  const uses = useRead(statistics.uses, { days, timezone: zone }, { quiet: true, keepEarlier: true })
  const from = uses.data?.since ?? ''
  const reasons = (uses.data?.reasons ?? []).map(({ action, reason, count: number }) => ({
    action,
    count: number,
    label: reason ?? labelOf(action),
  }))
  return (
    <ChartCard
      title={t('Refusals by reason')}
      right={
        uses.data &&
        (can('activity.read') ? (
          <Link
            to={log}
            search={{ status: activityStatus.failed, from }}
            className="cv-number"
            style={{ whiteSpace: 'nowrap' }}
          >
            {count(uses.data.refused)}
          </Link>
        ) : (
          <span className="cv-number">{count(uses.data.refused)}</span>
        ))
      }
      columns={[t('Reason'), t('Refusals')]}
      rows={reasons.map(({ label, count: number }) => [label, number])}
    >
      <Waiting on={uses} what={t('the refusals')}>
        {reasons.length === 0 && calm(t('Nothing was refused in this period.'))}
        <Bars
          of={reasons.map(({ action, label, count: number }) => ({
            key: `${action} ${label}`,
            label,
            value: number,
            color: 'var(--cv-bad-dot)',
            ...(can('activity.read') && { to: log, search: { action, status: activityStatus.failed, from } }),
          }))}
        />
      </Waiting>
    </ChartCard>
  )
}
