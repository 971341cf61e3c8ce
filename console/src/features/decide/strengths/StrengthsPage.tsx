import { strengths, type Strength } from '@claviger/contract/decide/strengths'
import { Button, Menu } from '@mantine/core'
import { IconPlus, IconShieldUp } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { partsOf, usesOf } from './strength-labels.ts'

const DeleteStrength = lazy(() => import('./DeleteStrength.tsx'))
const home = '/dashboard/authentication-strengths'

export default function StrengthsPage() {
  const { can } = useSession()
  const go = useNavigate()
  const list = useRead(strengths.list, {})
  const [deleting, setDeleting] = useState<Strength | null>(null)
  const write = can('policies.write')
  const row = (of: Strength) => (
    <IconRow
      key={of.strengthId}
      icon={<IconShieldUp size={20} stroke={1.6} aria-hidden />}
      name={
        <>
          <Link to={`${home}/${of.strengthId}` as '/'}>
            <strong>{of.name}</strong>
          </Link>{' '}
          {of.preset && <Tag>{t('Preset')}</Tag>}
        </>
      }
      about={partsOf(of).join(' · ') || t('Every sign-in method')}
      last={usesOf(of)}
      menu={
        write &&
        !of.preset && (
          <MoreMenu bare label={t('Actions for {name}', { name: of.name })}>
            <Menu.Item onClick={() => void go({ to: `${home}/${of.strengthId}` } as never)}>{t('Edit…')}</Menu.Item>
            <Menu.Item data-danger onClick={() => setDeleting(of)}>
              {t('Delete…')}
            </Menu.Item>
          </MoreMenu>
        )
      }
    />
  )
  return (
    <>
      <PageHead
        title={t('Authentication strengths')}
        under={t('What a sign-in must consist of. Access policies and applications use a strength by its name.')}
        actions={
          write && (
            <Button
              component={Link}
              to={`${home}/new` as '/'}
              leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            >
              {t('Add strength')}
            </Button>
          )
        }
      />
      <Card flush>
        <Waiting on={list} what={t('the authentication strengths')}>
          <IconRows>{(list.data?.items ?? []).map(row)}</IconRows>
        </Waiting>
      </Card>
      <Suspense>{deleting && <DeleteStrength of={deleting} close={() => setDeleting(null)} />}</Suspense>
    </>
  )
}
