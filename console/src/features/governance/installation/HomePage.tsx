import { installation } from '@claviger/contract/governance/installation'
import { Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { dateOf, longDateOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Dot } from '#platform/ui/bits/Status.tsx'
import { ChartCard } from '#platform/ui/charts/ChartCard.tsx'
import { Columns } from '#platform/ui/charts/Columns.tsx'
import { Tile, Tiles } from '#platform/ui/charts/Tile.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { DeferredContent } from '#platform/ui/page/DeferredContent.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { linkTo } from '#platform/ui/table/row-link.ts'
import dashboard from '#features/oversight/dashboard/dashboard.module.css'
import { Maintenance } from './Maintenance.tsx'

const list = '/dashboard/super-admin/workspaces'
const periods = [30, 90]

function Figures({ days }: { days: number }) {
  const read = useRead(installation.days, { days }, { quiet: true, keepEarlier: true })
  const shown = read.data?.days ?? []
  const last = shown.at(-1)
  const sum = (of: 'created' | 'deleted') => shown.reduce((all, day) => all + day[of], 0)
  const to = (path: string, label: string) => <Link {...linkTo(path)}>{label}</Link>
  return (
    <Tiles>
      <Tile
        label={t('Workspaces')}
        value={last?.workspaces}
        failed={read.isError}
        under={to(
          list,
          t('{created} created, {deleted} deleted', { created: sum('created'), deleted: sum('deleted') }),
        )}
        trend={shown.map(day => day.workspaces)}
      />
      <Tile
        label={t('Users')}
        value={last?.users}
        failed={read.isError}
        under={to(`${list}?sort=users&order=desc`, t('Largest workspaces'))}
        trend={shown.map(day => day.users)}
      />
      <Tile
        label={t('Security keys')}
        value={last?.keys}
        failed={read.isError}
        under={to(`${list}?sort=keys&order=desc`, t('Most keys'))}
        trend={shown.map(day => day.keys)}
      />
      <Tile
        label={t('Sign-ins today')}
        value={last?.signIns}
        failed={read.isError}
        under={to(`${list}?unusedDays=90`, t('Unused workspaces'))}
        trend={shown.map(day => day.signIns)}
      />
    </Tiles>
  )
}

function SignIns({ days }: { days: number }) {
  const read = useRead(installation.days, { days }, { quiet: true, keepEarlier: true })
  const shown = read.data?.days ?? []
  const series = [
    { label: t('Succeeded'), color: 'var(--cv-chart-1)' },
    { label: t('Failed'), color: 'var(--cv-bad-dot)' },
  ]
  return (
    <ChartCard
      title={t('Sign-ins per day')}
      legend={series}
      columns={[t('Day'), t('Succeeded'), t('Failed')]}
      rows={shown.map(day => [longDateOf(day.day), day.signIns, day.failed])}
    >
      <Waiting on={read} what={t('the sign-ins')}>
        <Columns
          series={series}
          columns={shown.map(day => ({
            label: dateOf(day.day),
            says: t('{day}: {succeeded} succeeded, {failed} failed', {
              day: longDateOf(day.day),
              succeeded: day.signIns,
              failed: day.failed,
            }),
            values: [day.signIns, day.failed],
          }))}
          label={t('Sign-ins per day')}
        />
      </Waiting>
    </ChartCard>
  )
}

function Health() {
  const read = useRead(installation.health, {})
  const data = read.data
  const rows = data
    ? [
        {
          n: data.jobs.failed,
          says: t('{n, plural, one {# job failed} other {# jobs failed}}', { n: data.jobs.failed }),
        },
        {
          n: data.emailsWaiting,
          says: t('{n, plural, one {# email waits} other {# emails wait}} to be sent', { n: data.emailsWaiting }),
        },
        {
          n: data.trialsEnding,
          to: `${list}?trial=ending`,
          says: t('{n, plural, one {# trial ends} other {# trials end}} within 14 days', { n: data.trialsEnding }),
        },
        {
          n: data.trialsEnded,
          to: `${list}?trial=ended`,
          says: t('{n, plural, one {# trial has} other {# trials have}} ended', { n: data.trialsEnded }),
        },
        {
          n: data.licenseRequests,
          to: '/dashboard/super-admin/licenses',
          says: t('{n, plural, one {# license request waits} other {# license requests wait}} for a decision', {
            n: data.licenseRequests,
          }),
        },
        {
          n: data.domainsVerifying,
          to: '/dashboard/super-admin/trust-domains?status=0',
          says: t('{n, plural, one {# trust domain is} other {# trust domains are}} not verified yet', {
            n: data.domainsVerifying,
          }),
        },
        {
          n: data.endings,
          to: `${list}?status=0`,
          says: t('{n, plural, one {# workspace is} other {# workspaces are}} scheduled for deletion or reset', {
            n: data.endings,
          }),
        },
        {
          n: data.certificatesExpiring,
          says: t('{n, plural, one {# SAML certificate expires} other {# SAML certificates expire}} within 14 days', {
            n: data.certificatesExpiring,
          }),
        },
      ].filter(({ n }) => n > 0)
    : []
  return (
    <Card title={t('Needs attention')} flush>
      <Waiting on={read} what={t('what needs attention')}>
        {rows.length === 0 && data?.alarms.length === 0 ? (
          <Group component="p" className={`${dashboard['calm']} cv-quiet`} gap={8} wrap="nowrap" p={16}>
            {t('Nothing needs your attention.')}
          </Group>
        ) : (
          <ul className={`${dashboard['rows']} cv-ruled`}>
            {data?.alarms.map(({ name, says }) => (
              <li key={name}>
                <Dot shape="square" tone="bad" />
                <span className={`${dashboard['grow']} cv-fill`}>{says}</span>
              </li>
            ))}
            {rows.map(({ says, to }) => (
              <li key={says}>
                <Dot shape="triangle" tone="warn" />
                <span className={`${dashboard['grow']} cv-fill`}>{says}</span>
                {to && (
                  <Link {...linkTo(to)} aria-label={t('View: {what}', { what: says })}>
                    {t('View')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </Waiting>
    </Card>
  )
}

function Version() {
  const { data } = useRead(installation.health, {}, { quiet: true })
  return <span>{data ? t('Version {version}', { version: data.version }) : ' '}</span>
}

export default function HomePage() {
  const [days, setDays] = useState(30)
  const read = useRead(installation.days, { days }, { quiet: true, keepEarlier: true })
  const health = useRead(installation.health, {}, { quiet: true })
  return (
    <Stack gap={14}>
      <PageHead
        title={t('Installation')}
        under={<Version />}
        actions={
          <div className={dashboard['periods']} role="group" aria-label={t('Period')}>
            {periods.map(one => (
              <button key={one} type="button" aria-pressed={one === days} onClick={() => setDays(one)}>
                {t('{count, plural, one {# day} other {# days}}', { count: one })}
              </button>
            ))}
          </div>
        }
      />
      <Figures days={days} />
      <DeferredContent until={!read.isPending}>
        <Grid columns="minmax(0, 5fr) minmax(0, 6fr)" gap={14} below={1200}>
          <SignIns days={days} />
          <Health />
        </Grid>
        <DeferredContent until={!health.isPending}>
          <Maintenance />
        </DeferredContent>
      </DeferredContent>
    </Stack>
  )
}
