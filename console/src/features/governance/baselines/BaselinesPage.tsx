import { type Baseline, baselines } from '@claviger/contract/governance/baselines'
import { Button } from '@mantine/core'
import { IconPlus, IconRulerMeasure } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { entriesOf } from '#platform/ui/page/entries.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { contentsText } from './baseline-labels.ts'

const PublishBaseline = lazy(() => import('./PublishBaseline.tsx'))

function Row({ of }: { of: Baseline }) {
  const { accepted, drifted } = of.customers
  return (
    <IconRow
      icon={<IconRulerMeasure size={20} stroke={1.6} aria-hidden />}
      name={
        <>
          <Link to={`/dashboard/partner/baselines/${of.id}` as '/'}>
            <strong>{of.name}</strong>
          </Link>{' '}
          <Tag>{t('Version {version}', { version: of.version })}</Tag>
          {drifted > 0 && (
            <>
              {' '}
              <Tag tone="warn">
                {t('{count, plural, one {# customer drifted} other {# customers drifted}}', { count: drifted })}
              </Tag>
            </>
          )}
        </>
      }
      about={contentsText(of.contents)}
      last={t('{count, plural, one {Accepted by # customer} other {Accepted by # customers}}', { count: accepted })}
    />
  )
}

/** The baselines of a partner: versioned settings that it offers to its customers. */
export default function BaselinesPage() {
  const { can } = useSession()
  const [publishing, setPublishing] = useState(false)
  const list = useRead(baselines.list, {})
  const items = list.data?.items ?? []
  const publish = can('partner.write') && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setPublishing(true)}>
      {t('Publish baseline')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('Baselines')}
        under={
          <span>
            {t('Settings of your own workspace that you offer to customers. You see which settings differ later.')}
          </span>
        }
        add={publish}
        entries={entriesOf(list)}
      />
      <Card flush>
        <Waiting on={list} what={t('the baselines')}>
          {items.length === 0 ? (
            <EmptyState title={t('No baselines yet')} icon={IconRulerMeasure} action={publish}>
              {t('Set up PIN rules, key policies, and access policies in your own workspace, and publish them here.')}
            </EmptyState>
          ) : (
            <IconRows>
              {items.map(one => (
                <Row key={one.id} of={one} />
              ))}
            </IconRows>
          )}
        </Waiting>
      </Card>
      <Suspense>{publishing && <PublishBaseline close={() => setPublishing(false)} />}</Suspense>
    </>
  )
}
