import { applications } from '@claviger/contract/apps/applications'
import type { ApplicationRow } from '@claviger/contract/apps/applications'
import { secondFactor } from '@claviger/contract/sso/second-factor'
import { Box, Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readAhead, useRead } from '#platform/data/useRead.ts'
import { msg, t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { AppStatus } from '#features/apps/applications/application-columns.tsx'
import { Checks } from '../app-management/Checks.tsx'

const home = '/dashboard/sso/apps'
const asked = { secondFactor: true, pageSize: 100 }

const kinds = [
  {
    preset: 'entra-second-factor',
    title: 'Microsoft Entra ID',
    about: msg(
      'As an external authentication method (requires Entra ID P1). The setup guide shows what to enter in the Entra admin center.',
    ),
  },
  {
    preset: 'duo-second-factor',
    title: msg('Duo-compatible applications'),
    about: msg(
      "VPNs and web applications in which you can set the Duo API hostname, client ID, and client secret (Universal Prompt). Enter Claviger's values there.",
    ),
  },
] as const

const AddOne = ({ preset, title }: { preset: string; title: string }) => (
  <Button
    aria-label={t('Add… {name}', { name: t(title) })}
    component={Link}
    to={`${home}/new` as '/'}
    search={{ preset } as never}
    variant="default"
  >
    {t('Add…')}
  </Button>
)

function Row({ of }: { of: ApplicationRow }) {
  const [open, setOpen] = useState(false)
  const check = useRead(secondFactor.check, { id: of.id }, { when: open })
  return (
    <>
      <IconRow
        icon={<IconShieldLock size={20} stroke={1.6} aria-hidden />}
        name={
          <>
            <strong>{of.name}</strong> <AppStatus of={of} />
          </>
        }
        about={t('{count, plural, one {# sign-in} other {# sign-ins}} in 30 days', { count: of.uses ?? 0 })}
        last={
          of.lastUsedAt === null ? (
            t('Never used')
          ) : (
            <Trans id="Used <0/>" components={[<When key="0" at={of.lastUsedAt} as="day" />]} />
          )
        }
        acts={
          <>
            <Button
              variant="default"
              aria-label={t('Check {name}', { name: of.name })}
              loading={open && check.isFetching}
              onClick={() => (open ? void check.refetch() : setOpen(true))}
            >
              {t('Check')}
            </Button>
            <Button component={Link} to={`${home}/${of.id}` as '/'} variant="default">
              {t('Setup guide')}
            </Button>
          </>
        }
      />
      {open && (
        // The live region must exist before its content, so that screen readers announce it
        <Box component="li" {...(check.data && { p: '8px 16px 12px' })} aria-live="polite">
          {check.data && <Checks of={check.data.checks} />}
        </Box>
      )}
    </>
  )
}

export const bring = () => readAhead(applications.list, asked)

export default function SecondFactorsPage() {
  const { can } = useSession()
  const list = useRead(applications.list, asked)
  const items = list.data?.items ?? []
  return (
    <>
      <PageHead
        title={t('Second factor for other systems')}
        under={t(
          "Users sign in to another system with their password and confirm here with their access card or passkey. Each of these users counts toward the month's usage.",
        )}
      />
      <Waiting on={list} what={t('the applications')}>
        <Card flush>
          {items.length === 0 ? (
            <EmptyState title={t('No systems yet')} icon={IconShieldLock}>
              {t('Choose a system below. Its setup guide shows what to enter there.')}
            </EmptyState>
          ) : (
            <IconRows>
              {items.map(one => (
                <Row key={one.id} of={one} />
              ))}
            </IconRows>
          )}
        </Card>
        {can('applications.write') && (
          <Card title={t('Supported systems')} flush>
            <IconRows>
              {kinds.map(({ preset, title, about }) => (
                <IconRow
                  key={preset}
                  icon={<IconShieldLock size={20} stroke={1.6} aria-hidden />}
                  name={<strong>{t(title)}</strong>}
                  about={t(about)}
                  acts={<AddOne preset={preset} title={title} />}
                />
              ))}
            </IconRows>
          </Card>
        )}
      </Waiting>
    </>
  )
}
