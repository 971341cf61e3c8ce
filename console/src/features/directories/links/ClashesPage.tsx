import { type MatchConflict, links } from '@claviger/contract/directories/links'
import { Box, Button, Group } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'
import { fieldOf } from '../connections/connection-fields.ts'
import { syncTabs } from '../connections/sync-tabs.ts'
import { conflictReason } from './link-labels.ts'

type Row = MatchConflict & { id: string }

const idOf = (clash: MatchConflict) => `${clash.connection} ${clash.anchor}`
const valueOf = (clash: MatchConflict, field: string) => clash.told.find(one => one.field === field)?.value ?? ''
const nameOf = (clash: MatchConflict) =>
  `${valueOf(clash, 'firstName')} ${valueOf(clash, 'lastName')}`.trim() || clash.anchor

function Side({ name, others }: { name: ReactNode; others: readonly string[] }) {
  return (
    <Grid component="span" columns="minmax(0, 1fr)" gap={2} py={6}>
      <b>{name}</b>
      <Box component="span" className="cv-muted cv-cut" fw={400}>
        {others.filter(one => one !== '').join(' · ')}
      </Box>
    </Grid>
  )
}

const There = ({ of }: { of: MatchConflict }) => (
  <Side name={nameOf(of)} others={[valueOf(of, 'userId'), valueOf(of, 'email')]} />
)

const Here = ({ of: { user } }: { of: MatchConflict }) => (
  <Side
    name={
      <>
        <Link to={`/dashboard/users/${user.id}` as '/'}>{user.name}</Link> {user.ofRank && <Tag>{t('Has a role')}</Tag>}
      </>
    }
    others={[user.userId, user.email ?? '']}
  />
)

function Acts({ of, wrap }: { of: MatchConflict; wrap: 'wrap' | 'nowrap' }) {
  const [asks, setAsks] = useState(false)
  const link = useWrite(links.link, {
    done() {
      toast('success', t('{name} is now managed by {directory}', { name: of.user.name, directory: of.connectionName }))
      setAsks(false)
    },
  })
  const apart = useWrite(links.apart, { done: () => toast('success', t('Kept as two users')) })
  const which = { connection: of.connection, anchor: of.anchor }
  return (
    <Group component="span" gap={8} align="stretch" wrap={wrap}>
      <Button size="xs" variant="default" flex="none" onClick={() => setAsks(true)}>
        {t('Same user…')}
      </Button>
      {!of.apart && (
        <Button size="xs" variant="default" flex="none" loading={apart.isPending} onClick={() => apart.mutate(which)}>
          {t('Different users')}
        </Button>
      )}
      <Confirm
        open={asks}
        title={t('Link {name} to {directory}?', { directory: of.connectionName, name: of.user.name })}
        keep={t('Keep unlinked')}
        act={t('Link user')}
        safe
        busy={link.isPending}
        close={() => setAsks(false)}
        confirm={() => link.mutate(which, { onError: () => setAsks(false) })}
      >
        <p>
          <strong>{t('The user loses access here when they leave the directory.')}</strong>
        </p>
        <p>
          {t("The directory's values replace these fields. After that, they can be changed only in the directory:")}
        </p>
        <ul>
          {of.told.map(({ field, value }) => (
            <li key={field}>
              {fieldOf(field)}: {value}
            </li>
          ))}
        </ul>
      </Confirm>
    </Group>
  )
}

const columns: readonly Column<Row>[] = [
  { name: 'there', label: msg('In the directory'), fixed: true, cell: row => <There of={row} />, text: nameOf },
  { name: 'here', label: msg('Here'), cell: row => <Here of={row} />, text: row => row.user.name },
  { name: 'because', label: msg('Reason'), width: '150px', text: conflictReason },
  { name: 'directory', label: msg('Directory'), text: row => row.connectionName },
]

const acts: Column<Row> = {
  name: 'acts',
  label: msg('Actions'),
  width: '372px',
  cell: row => <Acts of={row} wrap="nowrap" />,
}

const lines = (row: Row): PhoneRow => ({
  name: nameOf(row),
  second: `${row.user.name} · ${conflictReason(row)}`,
  third: <Acts of={row} wrap="wrap" />,
})

export default function ClashesPage() {
  const { can } = useSession()
  const write = can('directories.write')
  return (
    <ListPage
      of={links.clashes}
      idOf={idOf}
      noun={t('conflicts')}
      title={t('Conflicts')}
      search={t('Search name or ID')}
      views={syncTabs('clashes')}
      filters={[
        {
          name: 'apart',
          label: t('Status'),
          options: [
            { value: 'false', label: t('Undecided') },
            { value: 'true', label: t('Kept separate') },
          ],
        },
      ]}
      columns={write ? [...columns, acts] : columns}
      rowName={nameOf}
      phone={lines}
      empty={
        <EmptyState
          title={t('No conflicts')}
          link={{ to: '/dashboard/sync/runs', label: t('Open directory runs') }}
          icon={IconUsersGroup}
        >
          {t(
            'A conflict appears here when a directory user looks like an existing user. Decide whether they are the same person.',
          )}
        </EmptyState>
      }
    />
  )
}
