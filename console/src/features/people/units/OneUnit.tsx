import { units } from '@claviger/contract/people/units'
import type { Unit } from '@claviger/contract/people/units'
import { Button, Menu } from '@mantine/core'
import { IconSitemap } from '@tabler/icons-react'
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import type { Entries } from '#platform/ui/page/entries.ts'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import DeleteUnits from './DeleteUnits.tsx'
import { EditUnit } from './form/UnitForm.tsx'

const list = '/dashboard/organization-units'

function Actions({ unit }: { unit: Unit }) {
  const go = useNavigate()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button variant="default" onClick={() => setOpen('edit')}>
        {t('Edit…')}
      </Button>
      <MoreMenu label={t('More actions for {name}', { name: unit.name })}>
        <Menu.Item data-danger onClick={() => setOpen('delete')}>
          {t('Delete…')}
        </Menu.Item>
      </MoreMenu>
      {open === 'edit' && <EditUnit unit={unit} close={close} />}
      {open === 'delete' && <DeleteUnits of={[unit]} close={close} done={() => void go({ to: list } as never)} />}
    </>
  )
}

function Head({ unit, primary, entries }: { unit: Unit; primary: ReactNode; entries: Entries }) {
  const { can } = useSession()
  const here = useRouterState({ select: state => state.location.pathname })
  const home = `${list}/${unit.id}`
  const tabs: TabLink[] = [{ label: t('Users'), to: home, active: here === home, count: unit.userCount }]
  if (can('admins.read'))
    tabs.push({
      label: t('Admins'),
      to: `${home}/admins`,
      active: here === `${home}/admins`,
      count: unit.admins.length,
    })
  if (can('activity.read'))
    tabs.push({ label: t('Activity'), to: `${home}/activity`, active: here === `${home}/activity` })
  return (
    <>
      <PageHead
        title={unit.name}
        under={
          <>
            {unit.description && <span>{unit.description}</span>}
            <span>{t('{count, plural, one {# user} other {# users}}', { count: unit.userCount })}</span>
            {unit.groups.length > 0 && (
              <span>{t('Groups: {names}', { names: unit.groups.map(({ name }) => name).join(', ') })}</span>
            )}
          </>
        }
        actions={can('units.write') && <Actions unit={unit} />}
        add={can('units.write') && primary}
        entries={entries}
      />
      <Tabs label={t('Unit sections')} of={tabs} />
    </>
  )
}

export function OneUnit({
  primary,
  entries = () => 'some',
  children,
}: {
  primary?: ReactNode
  /** Of this tab. */
  entries?: (unit: Unit) => Entries
  children: (unit: Unit) => ReactNode
}) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const unit = useRead(units.get, { id }, { quiet: true })
  useCrumb(unit.data?.name)
  return (
    <OneRecord
      read={unit}
      failed={t("We couldn't load this unit")}
      missing={{
        kind: t('Organization unit'),
        says: t('Unit not found'),
        why: t("The unit was deleted, the link is wrong, or you don't have access to the unit."),
        icon: IconSitemap,
        to: list,
        back: t('Back to units'),
      }}
    >
      {found => (
        <>
          <Head unit={found} primary={primary} entries={entries(found)} />
          {children(found)}
        </>
      )}
    </OneRecord>
  )
}
