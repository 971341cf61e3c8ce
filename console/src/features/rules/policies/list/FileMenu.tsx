import { policies } from '@claviger/contract/rules/policies'
import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { download } from '#platform/ui/list/exportRows.ts'
import { useSession } from '#shell/session.tsx'

const TakeIn = lazy(() => import('./TakeIn.tsx'))

const save = async (format: 'json' | 'csv') => {
  try {
    const text = await call(policies.file, { format })
    download(`policies.${format}`, format === 'csv' ? 'text/csv' : 'application/json', text)
  } catch {
    // The call itself has shown the error
  }
}

export function FileMenu() {
  const { can } = useSession()
  const go = useNavigate()
  const [taking, setTaking] = useState(false)
  return (
    <>
      <MoreMenu label={t('More actions for access policies')}>
        <Menu.Item onClick={() => void go({ to: '/dashboard/policies/simulator' } as never)}>
          {t('Simulator')}
        </Menu.Item>
        <Menu.Item onClick={() => void save('json')}>{t('Export all as JSON')}</Menu.Item>
        <Menu.Item onClick={() => void save('csv')}>{t('Export all as CSV')}</Menu.Item>
        {can('policies.write') && <Menu.Item onClick={() => setTaking(true)}>{t('Import from file…')}</Menu.Item>}
      </MoreMenu>
      <Suspense>{taking && <TakeIn close={() => setTaking(false)} />}</Suspense>
    </>
  )
}
