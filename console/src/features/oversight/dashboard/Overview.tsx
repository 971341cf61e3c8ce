import { units } from '@claviger/contract/people/units'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '../../../ground/data/useRead.ts'
import { t } from '../../../ground/text/text.ts'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import { useSession } from '../../../shell/session.tsx'
import { Attention } from './Attention.tsx'
import { Figures } from './Figures.tsx'
import { Kinds } from './Kinds.tsx'
import { Recent } from './Recent.tsx'
import { SignIns } from './SignIns.tsx'
import { Statuses } from './Statuses.tsx'
import { Strip } from '../launchpad/Strip.tsx'
import classes from './dashboard.module.css'

const periods = [7, 30]

/** Says of whom the figures are where these are not all. */
function WhoseFigures() {
  const { can } = useSession()
  const own = useRead(units.list, { pageSize: 2 }, { when: can('units.read'), quiet: true }).data
  const names = own?.items.map(({ name }) => name) ?? []
  // One line, as long as it says itself: the page below must not move when the names come
  return (
    <span>
      {names.length === 1
        ? t('Figures of the people of {unit} only', { unit: names[0] ?? '' })
        : t('Figures of the people of your units only')}
    </span>
  )
}

/** The workspace in figures, what needs attention, and what happened last. */
export function Overview() {
  const { can, me } = useSession()
  const { days } = useSearch({ strict: false })
  const period = periods.find(one => String(one) === String(days)) ?? 7
  const go = useNavigate()
  const setPeriod = (chosen: number) =>
    void go({ to: '.', search: chosen === 7 ? {} : { days: chosen }, replace: true, resetScroll: false } as never)
  return (
    <div className={classes.page}>
      <PageHead
        title={t('Dashboard')}
        under={me.unitsOnly && <WhoseFigures />}
        actions={
          <div className={classes.periods} role="group" aria-label={t('Period of the sign-ins')}>
            {periods.map(one => (
              <button key={one} type="button" aria-pressed={one === period} onClick={() => setPeriod(one)}>
                {t('{count, plural, one {# day} other {# days}}', { count: one })}
              </button>
            ))}
          </div>
        }
      />
      {can('workspace.read') && <Strip />}
      <Figures />
      <div className={classes.charts}>
        <SignIns days={period} />
        <Statuses />
        <Kinds />
      </div>
      <div className={classes.lists}>
        {can('users.read') && <Attention />}
        {can('activity.read') && <Recent />}
      </div>
    </div>
  )
}
