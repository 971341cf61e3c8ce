import { sharing } from '@claviger/contract/keys/sharing'
import type { Share } from '@claviger/contract/keys/sharing'
import { IconShare } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { deletion } from '#platform/ui/list/deletion.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'

const withOf = (share: Share) => share.user?.name ?? share.group?.name ?? '—'

const columns: readonly Column<Share>[] = [
  {
    name: 'account',
    label: msg('Account'),
    fixed: true,
    cell: share => <Link to={`/dashboard/users/${share.account.id}/shared` as '/'}>{share.account.name}</Link>,
    text: share => share.account.name,
  },
  {
    name: 'with',
    label: msg('Shared with'),
    cell: share => (
      <>
        {withOf(share)} {share.group && <Tag>{t('Group')}</Tag>}
      </>
    ),
    text: withOf,
  },
  { name: 'by', label: msg('Shared by'), text: share => share.madeBy },
  {
    name: 'opens',
    label: msg('Status'),
    cell: ({ opens }) => (
      <Status shape={opens ? 'disc' : 'square'} tone={opens ? 'ok' : 'bad'}>
        {opens ? t('Active') : t('Suspended: share the account again to approve it')}
      </Status>
    ),
    text: ({ opens }) => (opens ? t('Active') : t('Suspended: share the account again to approve it')),
  },
  {
    name: 'created',
    label: msg('Since'),
    width: '160px',
    cell: share => <When at={share.createdAt} />,
    text: share => share.createdAt,
  },
]

const linesOf = (share: Share): PhoneRow => ({
  name: share.account.name,
  second: t('Shared with {name}', { name: withOf(share) }),
})

interface Stopping {
  ids: string[]
  clear: () => void
}

export default function SharesPage() {
  const { can } = useSession()
  const [stopping, setStopping] = useState<Stopping | null>(null)
  const stop = useWrite(sharing.removeMany, {
    done({ removed }) {
      toast('success', t('{count, plural, one {# share} other {# shares}} removed', { count: removed }))
      stopping?.clear()
      setStopping(null)
    },
  })
  const bulk = (rows: readonly Share[], clear: () => void) => [
    deletion(t('Stop sharing'), () => setStopping({ ids: rows.map(({ id }) => id), clear })),
  ]
  const count = stopping?.ids.length ?? 0
  const act = t('Stop sharing {count, plural, one {# account} other {# accounts}}', { count })
  return (
    <>
      <ListPage<Share, typeof sharing.list.input>
        of={sharing.list}
        noun={t('shares')}
        title={t('Shared accounts')}
        search={t('Search account, user, group…')}
        columns={columns}
        rowName={share => t('{account} with {name}', { account: share.account.name, name: withOf(share) })}
        phone={linesOf}
        {...(can('keys.write') ? { bulk } : {})}
        empty={
          <EmptyState
            title={t('No shared accounts yet')}
            link={can('users.read') && { to: '/dashboard/users', label: t('Go to users') }}
            icon={IconShare}
          >
            {t('Open a user, then “Sharing”, to let other users use the account with their own cards.')}
          </EmptyState>
        }
      />
      <Confirm
        open={stopping !== null}
        title={`${act}?`}
        keep={t('Keep sharing')}
        act={act}
        busy={stop.isPending}
        close={() => setStopping(null)}
        confirm={() => stopping && stop.mutate({ ids: stopping.ids })}
      >
        <p>
          {t(
            'Their cards no longer give access to these accounts from the next tap. You can share the accounts again at any time.',
          )}
        </p>
      </Confirm>
    </>
  )
}
