import { lookUps } from '@claviger/contract/governance/look-ups'
import type { SupportKey } from '@claviger/contract/governance/look-ups'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { OneWorkspace } from '#features/tenancy/workspaces/OneWorkspace.tsx'
import { SupportEvents, supportKeyState } from './support-parts.tsx'

const columns: readonly Column<SupportKey>[] = [
  {
    name: 'name',
    label: msg('Name'),
    sort: true,
    fixed: true,
    cell: ({ name }) => <span className="cv-cut">{name}</span>,
    text: ({ name }) => name,
  },
  { name: 'status', label: msg('Status'), cell: supportKeyState, text: supportKeyState },
  { name: 'model', label: msg('Model'), text: ({ model }) => model ?? '' },
  {
    name: 'lastActivity',
    label: msg('Last used'),
    sort: true,
    cell: ({ lastActivity }) => <When at={lastActivity} as="ago" />,
    text: ({ lastActivity }) => lastActivity ?? '',
  },
  {
    name: 'created',
    label: msg('Created'),
    sort: true,
    cell: ({ createdAt }) => <When at={createdAt} as="day" />,
    text: ({ createdAt }) => createdAt,
  },
]

const lines = (row: SupportKey): PhoneRow => ({
  name: row.name,
  second: supportKeyState(row),
  secondRight: row.model ?? '',
})

function KeyEvents({ of, workspace, close }: { of: SupportKey; workspace: string; close: () => void }) {
  const read = useRead(lookUps.keyEvents, { id: of.id, workspace, pageSize: 50 }, { quiet: true })
  return (
    <Panel open title={of.name} close={close}>
      <Waiting on={read} what={t('the events')}>
        <SupportEvents items={read.data?.items ?? []} />
      </Waiting>
    </Panel>
  )
}

/** The security keys of a workspace, without their owners. Each view is recorded in its log. */
export default function WorkspaceKeysPage() {
  const [opened, setOpened] = useState<SupportKey | null>(null)
  return (
    <OneWorkspace>
      {({ id }) => (
        <>
          <ListPage<SupportKey, typeof lookUps.keys.input>
            of={lookUps.keys}
            fixed={{ id }}
            noun={t('keys')}
            search={t('Search name…')}
            columns={columns}
            sort="name"
            rowName={({ name }) => name}
            open={setOpened}
            phone={lines}
            empty={
              <EmptyState
                title={t('No security keys')}
                link={{ to: `/dashboard/super-admin/workspaces/${id}`, label: t('Open overview') }}
                icon={IconKey}
              >
                {t('This workspace has no security keys.')}
              </EmptyState>
            }
          />
          {opened && <KeyEvents of={opened} workspace={id} close={() => setOpened(null)} />}
        </>
      )}
    </OneWorkspace>
  )
}
