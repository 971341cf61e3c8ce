import { applications } from '@claviger/contract/apps/applications'
import { Button } from '@mantine/core'
import { IconPlus, IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../../ground/data/useRead.ts'
import { t, Trans } from '../../../ground/text/text.ts'
import { When } from '../../../ground/ui/bits/When.tsx'
import { IconRow, IconRows } from '../../../ground/ui/list/IconRow.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import { Waiting } from '../../../ground/ui/page/Waiting.tsx'
import { useSession } from '../../../shell/session.tsx'
import { AppStatus } from '../../apps/applications/columns.tsx'

const home = '/dashboard/sso/apps'
const most = 100

/** Applications for which we are the second factor of a sign-in elsewhere. */
export default function SecondFactorsPage() {
  const { can } = useSession()
  const list = useRead(applications.list, { secondFactor: true, pageSize: most })
  const items = list.data?.items ?? []
  const add = can('applications.write') && (
    <Button component={Link} to={`${home}/new` as '/'} leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}>
      {t('Choose from the catalogue')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('Second factor elsewhere')}
        under={t(
          'People sign in at Entra ID with their password, and confirm it here with their access card or passkey.',
        )}
        actions={items.length > 0 && add}
      />
      <Card flush>
        <Waiting on={list} what={t('the applications')}>
          {items.length === 0 ? (
            <EmptyState
              title={t('Not a second factor yet')}
              icon={<IconShieldLock size={26} stroke={1.6} aria-hidden />}
              action={add}
            >
              {t(
                'Choose “Microsoft Entra ID (second factor)” in the catalogue: its page then says what is entered at Entra as an external authentication method, which needs Entra ID P1. Each user who confirms a sign-in counts for the month.',
              )}
            </EmptyState>
          ) : (
            <IconRows>
              {items.map(one => (
                <IconRow
                  key={one.id}
                  icon={<IconShieldLock size={20} stroke={1.6} aria-hidden />}
                  name={
                    <>
                      <strong>{one.name}</strong> <AppStatus of={one} />
                    </>
                  }
                  about={t('{count, plural, one {# sign-in} other {# sign-ins}} in 30 days', { count: one.uses ?? 0 })}
                  last={
                    one.lastUsedAt === null ? (
                      t('Never used')
                    ) : (
                      <Trans id="Used <0/>" components={[<When key="0" at={one.lastUsedAt} as="day" />]} />
                    )
                  }
                  acts={
                    <Button component={Link} to={`${home}/${one.id}` as '/'} variant="default">
                      {t('How to connect it')}
                    </Button>
                  }
                />
              ))}
            </IconRows>
          )}
        </Waiting>
      </Card>
    </>
  )
}
