import type { ReaderApp } from '@claviger/contract/keys/access-keys'
import { Menu } from '@mantine/core'
import { IconListDetails, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { useSession } from '#shell/session.tsx'

const RemovePrograms = lazy(() => import('./RemovePrograms.tsx'))

function ProgramMenu({ of }: { of: ReaderApp }) {
  const { can } = useSession()
  const [removing, setRemoving] = useState(false)
  if (!can('api-keys.write') && !can('activity.read')) return null
  return (
    <>
      <MoreMenu bare label={t('Actions for {name}', { name: of.name })}>
        {can('activity.read') && (
          <Menu.Item
            leftSection={<IconListDetails size={16} stroke={1.7} aria-hidden />}
            renderRoot={props => (
              <Link {...props} to="/dashboard/activity-logs/of/$id" params={{ id: of.id }} search={{ name: of.name }} />
            )}
          >
            {t('Activity')}
          </Menu.Item>
        )}
        {can('api-keys.write') && (
          <Menu.Item
            data-danger
            leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
            onClick={() => setRemoving(true)}
          >
            {t('Remove…')}
          </Menu.Item>
        )}{' '}
      </MoreMenu>
      <Suspense>{removing && <RemovePrograms apps={[of]} close={() => setRemoving(false)} />}</Suspense>
    </>
  )
}

export const programMenuOf = (app: ReaderApp) => <ProgramMenu of={app} />
