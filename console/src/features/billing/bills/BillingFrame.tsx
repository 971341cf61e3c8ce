import { Stack } from '@mantine/core'
import { bills } from '@claviger/contract/billing/bills'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'

const home = '/dashboard/billing'

export function BillingFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const here = useRouterState({ select: state => state.location.pathname })
  const history = useRead(bills.history, {}, { quiet: true }).data
  const open = here === home ? `${home}/status` : here
  const part = (label: string, to: string) => ({ label, to: `${home}/${to}`, active: open === `${home}/${to}` })
  return (
    <Stack gap={16}>
      <PageHead title={t('Billing')} actions={actions} />
      <Tabs
        label={t('Billing sections')}
        of={[
          part(t('Status'), 'status'),
          { ...part(t('History'), 'history'), ...(history ? { count: history.total } : {}) },
          part(t('Payment info'), 'payment-info'),
        ]}
      />
      {children}
    </Stack>
  )
}
