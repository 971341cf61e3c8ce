import { applications } from '@claviger/contract/apps/applications'
import { activity } from '@claviger/contract/oversight/activity'
import type { Activity } from '@claviger/contract/oversight/activity'
import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { IconListDetails } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '#platform/data/call.ts'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useSession } from '#shell/session.tsx'
import { useSavedViews } from '#features/people/saved-views/useSavedViews.tsx'
import { FindByReference } from '#features/decide/why/AskWhy.tsx'
import { detailsOf } from './Details.tsx'
import { activityColumns, activityLines, nameOfEntry } from './activity-columns.tsx'
import { activityFilters } from './activity-filters.ts'
import { Histogram } from './Histogram.tsx'
import { useTail } from './useTail.ts'

const home = '/dashboard/activity-logs'

const views = [
  { kind: 'use', label: msg('Key use') },
  { kind: 'change', label: msg('Administrator changes') },
] as const

export default function ActivityPage() {
  const go = useNavigate()
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const { kind } = views.find(view => view.kind === given['kind']) ?? views[0]
  const live = given['live'] === '1'
  const { can } = useSession()
  const { status, action, from, search, method, key, application, computer, address } = given
  const tail = useTail(live, { kind, status, action, from, search, method, key, application, computer, address })
  const named = useRead(
    applications.list,
    { pageSize: 100 },
    { quiet: true, when: can('applications.read'), fresh: 60_000 },
  )
  const { live: _live, ...viewed } = given
  const saved = useSavedViews('activity', home, viewed)
  const setLive = (on: boolean) =>
    void go({
      to: '.',
      search: { ...given, live: on ? '1' : undefined, page: undefined, after: undefined },
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <ListPage<Activity, typeof activity.list.input>
        of={activity.list}
        noun={t('entries')}
        title={t('Activity log')}
        actions={
          <>
            {kind === 'use' && <FindByReference />}
            {saved.button}
            <Switch
              display="flex"
              mih={32}
              style={{ alignItems: 'center' }}
              label={t('Live')}
              withThumbIndicator={false}
              checked={live}
              onChange={event => setLive(event.currentTarget.checked)}
            />
          </>
        }
        views={[
          ...views.map(view => ({
            label: t(view.label),
            to: home,
            search: view.kind === 'use' ? {} : { kind: view.kind },
            active: !saved.shown && view.kind === kind,
          })),
          ...saved.tabs,
        ]}
        renderAbove={ask => <Histogram ask={{ ...ask, kind }} />}
        fixed={{ kind, fold: true }}
        exportAll={(format, { page: _page, pageSize: _size, after: _after, ...ask }) =>
          call(activity.exportAll, { ...(ask as object), kind, format })
        }
        search={t('Search user, object, IP…')}
        filters={activityFilters(kind, from, named.data?.items)}
        columns={activityColumns(tail.has)}
        fresh={tail.entries}
        rowName={nameOfEntry}
        phone={activityLines}
        expand={detailsOf}
        empty={
          <EmptyState
            title={t('No activity yet')}
            link={can('users.read') && { to: '/dashboard/users', label: t('Go to users') }}
            icon={IconListDetails}
          >
            {kind === 'use'
              ? t('Sign-ins appear here with device and IP address.')
              : t('Changes appear here with their values before and after.')}
          </EmptyState>
        }
      />
      {saved.dialog}
      <span className="cv-hidden" role="status">
        {tail.arrived}
      </span>
    </>
  )
}
