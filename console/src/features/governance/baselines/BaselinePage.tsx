import { type Baseline, baselines, type Follower } from '@claviger/contract/governance/baselines'
import { Button } from '@mantine/core'
import { IconBuildings, IconRulerMeasure, IconSend } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { count } from '#platform/text/formats.ts'
import { msg, t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { contentsText } from './baseline-labels.ts'
import { followerColumns, followerLines } from './follower-columns.tsx'

const PublishBaseline = lazy(() => import('./PublishBaseline.tsx'))

const list = '/dashboard/partner/baselines'

const filters = [{ name: 'drifted', label: msg('Different settings'), options: [{ value: 'true', label: msg('Yes') }] }]

const sendIcon = <IconSend size={16} stroke={1.7} aria-hidden />

const said = (offered: number) =>
  toast(
    'success',
    t('{count, plural, one {# customer was asked} other {# customers were asked}} to accept the baseline', {
      count: offered,
    }),
    { detail: t('Their owners were emailed. Nothing changes until an owner accepts.') },
  )

function Followers({ of }: { of: Baseline }) {
  const { can } = useSession()
  const offer = useWrite(baselines.offer, { done: ({ offered }) => said(offered) })
  const ask = (rows: readonly Follower[], clear: () => void) => [
    {
      label: t('Ask to accept'),
      icon: sendIcon,
      do: () => offer.mutate({ baselineId: of.id, customers: rows.map(({ id }) => id) }, { onSuccess: clear }),
    },
  ]
  return (
    <ListPage<Follower, typeof baselines.customers.input>
      of={baselines.customers}
      fixed={{ baselineId: of.id }}
      noun={t('customers')}
      filters={filters}
      columns={followerColumns}
      sort="name"
      rowName={({ name }) => name}
      phone={followerLines}
      to={({ id }) => `/dashboard/partner/workspaces/${id}`}
      {...(can('partner.write') && { bulk: ask })}
      empty={
        <EmptyState
          title={t('Not offered yet')}
          link={{ to: '/dashboard/partner/workspaces', label: t('Open customers') }}
          icon={IconBuildings}
        >
          {t('Offer this baseline to your customers. Their owners see the difference before they accept.')}
        </EmptyState>
      }
    />
  )
}

function Acts({ of, publish }: { of: Baseline; publish: () => void }) {
  const go = useNavigate()
  const [asking, setAsking] = useState<'offer' | 'deletion' | null>(null)
  const offer = { of: baselines.offer, input: { baselineId: of.id } }
  const close = () => setAsking(null)
  return (
    <>
      <Button variant="default" onClick={() => setAsking('deletion')}>
        {t('Delete baseline…')}
      </Button>
      <Button variant="default" onClick={publish}>
        {t('Publish new version…')}
      </Button>
      <Button onClick={() => setAsking('offer')}>{t('Offer to all customers…')}</Button>
      {asking === 'offer' && (
        <ConfirmCall
          {...offer}
          safe
          title={t('Offer to all customers?')}
          keep={t('Cancel')}
          act={t('Offer baseline')}
          said={t('{name} offered', { name: of.name })}
          close={close}
        >
          {t(
            'The owners of all businesses without this version, or with different settings, are emailed. Nothing changes until an owner accepts.',
          )}
        </ConfirmCall>
      )}
      {asking === 'deletion' && (
        <ConfirmCall
          of={baselines.remove}
          input={{ baselineId: of.id }}
          title={t('Delete 1 baseline?')}
          keep={t('Keep baseline')}
          act={t('Delete 1 baseline')}
          said={t('{name} deleted', { name: of.name })}
          done={() => void go({ to: list })}
          close={close}
        >
          {t(
            '{count, plural, one {# customer that accepted it keeps its} other {# customers that accepted it keep their}} settings, but you no longer see which ones differ.',
            { count: of.customers.accepted },
          )}
        </ConfirmCall>
      )}
    </>
  )
}

export default function BaselinePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { can } = useSession()
  const [publishing, setPublishing] = useState(false)
  const read = useRead(baselines.one, { baselineId: id }, { quiet: true })
  useCrumb(read.data?.name)
  return (
    <OneRecord
      read={read}
      failed={t('We could not load this baseline')}
      missing={{
        kind: t('Baseline'),
        says: t("This baseline doesn't exist"),
        why: t('It was deleted.'),
        icon: IconRulerMeasure,
        to: list,
        back: t('Back to baselines'),
      }}
    >
      {of => (
        <>
          <PageHead
            title={of.name}
            under={
              <>
                <span>{t('Version {version}', { version: of.version })}</span>
                <span>
                  <Trans
                    id="Published <0/> by {name}"
                    values={{ name: of.publishedBy }}
                    components={[<When key="0" at={of.publishedAt} as="day" />]}
                  />
                </span>
              </>
            }
            actions={can('partner.write') && <Acts of={of} publish={() => setPublishing(true)} />}
          />
          <Card title={t('Settings')}>
            <Facts
              of={[
                [t('Contains'), contentsText(of.contents)],
                ...(of.description === '' ? [] : [[t('Description'), of.description] as const]),
                ...(of.note === '' ? [] : [[t('What changed'), of.note] as const]),
                [t('Accepted'), count(of.customers.accepted)],
                [t('Drifted'), count(of.customers.drifted)],
                [t('Offered'), count(of.customers.offered)],
                [t('Declined'), count(of.customers.declined)],
              ]}
            />
          </Card>
          <Followers of={of} />
          <Suspense>{publishing && <PublishBaseline before={of} close={() => setPublishing(false)} />}</Suspense>
        </>
      )}
    </OneRecord>
  )
}
