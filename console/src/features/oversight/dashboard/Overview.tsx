import { account } from '@claviger/contract/access/account'
import { statisticPeriods, statistics } from '@claviger/contract/oversight/statistics'
import { units } from '@claviger/contract/people/units'
import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { DeferredContent } from '#platform/ui/page/DeferredContent.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { useSession } from '#shell/session.tsx'
import { Adoption } from './Adoption.tsx'
import { Attention } from './Attention.tsx'
import { Figures } from './Figures.tsx'
import { Kinds } from './Kinds.tsx'
import { Methods } from './Methods.tsx'
import { Recent } from './Recent.tsx'
import { Refusals } from './Refusals.tsx'
import { SignIns } from './SignIns.tsx'
import { Statuses } from './Statuses.tsx'
import { UsedKeys } from './UsedKeys.tsx'
import { Strip } from '../launchpad/Strip.tsx'
import { zone } from './zone.ts'
import classes from './dashboard.module.css'

const usual = 7
const ready = (reads: readonly { isPending: boolean }[]) => reads.every(({ isPending }) => !isPending)

function WhoseFigures() {
  const { can } = useSession()
  const own = useRead(units.list, { pageSize: 2 }, { when: can('units.read'), quiet: true }).data
  const names = own?.items.map(({ name }) => name) ?? []
  // Stays on one line, so that the page doesn't shift when the names load
  return (
    <span>
      {names.length === 1
        ? t('Figures for users in {unit} only', { unit: names[0] ?? '' })
        : t('Figures for users in your units only')}
    </span>
  )
}

export function Overview() {
  const { can, me } = useSession()
  const { days } = useSearch({ strict: false })
  const period = statisticPeriods.find(one => String(one) === String(days)) ?? usual
  const go = useNavigate()
  const quiet = { quiet: true }
  const first = useRead(account.registerStep, {}, { ...quiet, when: can('workspace.read') })
  const charts = [
    useRead(statistics.login, { days: period, timezone: zone }, { ...quiet, keepEarlier: true }),
    useRead(statistics.users, {}, quiet),
    useRead(statistics.securityKeys, {}, quiet),
  ]
  const further = [
    useRead(statistics.uses, { days: period, timezone: zone }, { ...quiet, keepEarlier: true }),
    useRead(statistics.adoption, {}, quiet),
  ]
  const setPeriod = (chosen: number) =>
    void go({ to: '.', search: chosen === usual ? {} : { days: chosen }, replace: true, resetScroll: false } as never)
  return (
    <Stack gap={14}>
      <PageHead
        title={t('Dashboard')}
        under={me.unitsOnly && <WhoseFigures />}
        actions={
          <div className={classes.periods} role="group" aria-label={t('Sign-in period')}>
            {statisticPeriods.map(one => (
              <button key={one} type="button" aria-pressed={one === period} onClick={() => setPeriod(one)}>
                {one === 1 ? t('Today') : t('{count, plural, one {# day} other {# days}}', { count: one })}
              </button>
            ))}
          </div>
        }
      />
      {can('workspace.read') && <Strip />}
      <DeferredContent until={!first.isLoading}>
        <Figures />
        <Grid className={classes.charts} columns="minmax(0, 3fr) minmax(0, 2fr) minmax(0, 2fr)" gap={14} below={768}>
          <SignIns days={period} />
          <Statuses />
          <Kinds />
        </Grid>
        <DeferredContent until={ready(charts)}>
          <Grid className={classes.further} columns="repeat(4, minmax(0, 1fr))" gap={14} below={768}>
            <Methods days={period} />
            <UsedKeys days={period} />
            <Adoption />
            <Refusals days={period} />
          </Grid>
          <DeferredContent until={ready(further)}>
            <Grid columns="minmax(0, 5fr) minmax(0, 6fr)" gap={14} below={1200}>
              {can('users.read') && <Attention />}
              {can('activity.read') && <Recent />}
            </Grid>
          </DeferredContent>
        </DeferredContent>
      </DeferredContent>
    </Stack>
  )
}
