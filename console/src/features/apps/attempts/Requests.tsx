import { attempts } from '@claviger/contract/apps/attempts'
import type { Attempt, AttemptFix } from '@claviger/contract/apps/attempts'
import { Box, Button, Group, Stack } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'

const mends: Readonly<Record<AttemptFix['field'], string>> = {
  redirectUris: msg('Add this redirect address'),
  postLogoutRedirectUris: msg('Add this post-sign-out redirect address'),
  acs: msg('Add this URL'),
  nameIdFormat: msg('Use this name ID format'),
  scopes: msg('Allow this scope'),
  active: msg('Turn on application'),
  assignment: msg('Manage access'),
}

function Facts({ of }: { of: Attempt['facts'] }) {
  return (
    <Stack component="dl" gap={4} mt={6}>
      {of.map(({ name, value }) => (
        <Grid columns="minmax(90px, 160px) minmax(0, 1fr)" gap={12} key={name}>
          <dt className="cv-muted">{name}</dt>
          <dd className="cv-mono cv-wrap">{value}</dd>
        </Grid>
      ))}
    </Stack>
  )
}

function One({ of, mend }: { of: Attempt; mend: ((how: AttemptFix) => void) | undefined }) {
  const [open, setOpen] = useState(false)
  const { mend: how } = of
  return (
    <Stack component="li" gap={4} p="12px 16px">
      <Group gap="4px 12px">
        <Status shape="disc" tone={of.ok ? 'ok' : 'bad'}>
          {of.ok ? t('Succeeded') : t('Refused')}
        </Status>
        <span className="cv-mono">{of.step}</span>
        {of.user && <span>{of.user.name}</span>}
        <span className="cv-muted">
          <When at={of.at} />
        </span>
      </Group>
      {of.says !== null && <p className="cv-wrap">{of.says}</p>}
      <Group gap="4px 12px">
        {how && mend && (
          <Button variant="default" onClick={() => mend(how)}>
            {t(mends[how.field])}
          </Button>
        )}
        {of.facts.length > 0 && (
          <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('Hide details') : t('Show details')}
          </Button>
        )}
      </Group>
      {open && <Facts of={of.facts} />}
    </Stack>
  )
}

function useRequests(of: string | null, last: string | undefined) {
  const before = last === undefined ? {} : { before: last }
  const shared = { keepEarlier: true, every: last === undefined ? 5000 : 600_000, quiet: true }
  const own = useRead(attempts.ofApplication, { id: of ?? '', ...before }, { when: of !== null, ...shared })
  const strange = useRead(attempts.ofStrangers, before, { when: of === null, ...shared })
  return of === null ? strange : own
}

export function Requests({ of, mend }: { of: string | null; mend?: (how: AttemptFix) => void }) {
  const [before, setBefore] = useState<readonly (string | undefined)[]>([undefined])
  const read = useRequests(of, before.at(-1))
  if (read.isError)
    return (
      <ErrorCard title={t('We could not load the requests')} fault={read.error} retry={() => void read.refetch()} />
    )
  if (read.isPending) return <Bones lines={6} />
  const { items, more } = read.data
  if (items.length === 0 && before.length === 1)
    return (
      <EmptyState
        title={t('No requests yet')}
        link={
          of === null
            ? { to: '/dashboard/sso/apps', label: t('Open applications') }
            : { to: '/dashboard/sso/my-apps', label: t('Open my apps') }
        }
        icon={IconHistory}
      >
        {of === null
          ? t('Requests with an unknown client ID or entity ID are listed here for 14 days.')
          : t('When the application sends users here, each request and its result is listed for 14 days.')}
      </EmptyState>
    )
  return (
    <Card
      title={t('Requests')}
      flush
      right={<span className="cv-muted">{t('Last 200 requests of the past 14 days. Secrets are removed.')}</span>}
    >
      <Stack component="ul" className="cv-ruled" gap={0}>
        {items.map(one => (
          <One key={one.id} of={one} mend={mend} />
        ))}
      </Stack>
      {(more || before.length > 1) && (
        <Box className="cv-ends" p="12px 16px">
          <Button variant="default" disabled={before.length === 1} onClick={() => setBefore(before.slice(0, -1))}>
            {t('Newer')}
          </Button>
          <Button variant="default" disabled={!more} onClick={() => setBefore([...before, items.at(-1)?.id])}>
            {t('Older')}
          </Button>
        </Box>
      )}
    </Card>
  )
}
