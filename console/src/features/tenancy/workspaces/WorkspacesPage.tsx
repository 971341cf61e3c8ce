import type { OutputOf } from '@claviger/contract/ground/endpoint'
import { workspaceStatus, workspaceTypes, workspaces } from '@claviger/contract/tenancy/workspaces'
import { IconBuildings } from '@tabler/icons-react'
import { useRead } from '../../../ground/data/useRead.ts'
import { Status } from '../../../ground/ui/bits/Status.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { WorkspaceIcon } from '../../../ground/ui/bits/WorkspaceIcon.tsx'
import { count, many } from '../../../ground/ui/bits/moments.ts'
import { Tile, Tiles } from '../../../ground/ui/charts/Tile.tsx'
import { ListPage } from '../../../ground/ui/list/ListPage.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import type { Column, PhoneRow } from '../../../ground/ui/table/columns.ts'
import classes from './workspaces.module.css'

type Workspace = OutputOf<typeof workspaces.all.reply>['items'][number]

const types: Record<number, string> = {
  [workspaceTypes.business]: 'Business',
  [workspaceTypes.individual]: 'Individual',
  [workspaceTypes.partner]: 'Partner',
  [workspaceTypes.company]: 'Company',
  [workspaceTypes.school]: 'School',
}
const typeOf = ({ type }: Workspace) => types[type] ?? 'Unknown'

const states: Record<number, { word: string; shape: 'disc' | 'triangle' | 'square'; tone: 'ok' | 'warn' | 'bad' }> = {
  [workspaceStatus.active]: { word: 'Active', shape: 'disc', tone: 'ok' },
  [workspaceStatus.warning]: { word: 'Warning', shape: 'triangle', tone: 'warn' },
  [workspaceStatus.disabled]: { word: 'Disabled', shape: 'square', tone: 'bad' },
}

function State({ of }: { of: Workspace }) {
  const state = states[of.status]
  return state ? (
    <Status shape={state.shape} tone={state.tone}>
      {state.word}
    </Status>
  ) : (
    <Status shape="ring" tone="mute">
      Unknown
    </Status>
  )
}

const columns: readonly Column<Workspace>[] = [
  {
    name: 'name',
    label: 'Name',
    sort: true,
    fixed: true,
    cell: workspace => (
      <span className={classes.name}>
        <WorkspaceIcon name={workspace.name} icon={null} size={24} />
        <span className="cv-cut">{workspace.name}</span>
      </span>
    ),
    text: ({ name }) => name,
  },
  { name: 'slug', label: 'Address', cell: ({ slug }) => slug, text: ({ slug }) => slug },
  { name: 'type', label: 'Type', cell: typeOf, text: typeOf },
  {
    name: 'status',
    label: 'Status',
    cell: workspace => <State of={workspace} />,
    text: ({ status }) => states[status]?.word ?? '',
  },
  { name: 'users', label: 'Users', right: true, cell: ({ users }) => count(users), text: ({ users }) => String(users) },
  { name: 'owner', label: 'Owner', cell: ({ owner }) => owner ?? '—', text: ({ owner }) => owner ?? '' },
  {
    name: 'created',
    label: 'Created',
    sort: true,
    cell: ({ createdAt }) => <When at={createdAt} as="day" />,
    text: ({ createdAt }) => createdAt,
  },
]

const lines = (workspace: Workspace): PhoneRow => ({
  name: workspace.name,
  status: <State of={workspace} />,
  second: workspace.slug,
  secondRight: many(workspace.users, 'user'),
})

function Figures() {
  const counts = useRead(workspaces.counts, {}, { quiet: true })
  const { data, isError: failed } = counts
  const business = data?.byType
    .filter(({ type }) => type !== workspaceTypes.individual)
    .reduce((sum, one) => sum + one.count, 0)
  const active = data?.byStatus.find(({ status }) => status === workspaceStatus.active)?.count ?? 0
  const warned = data?.byStatus.find(({ status }) => status === workspaceStatus.warning)?.count ?? 0
  return (
    <Tiles>
      <Tile label="Workspaces" value={data?.total} failed={failed} under={`${count(business ?? 0)} for business`} />
      <Tile label="Active" value={data && active} failed={failed} under="Open to their users" />
      <Tile label="Warning" value={data && warned} failed={failed} under="Trial or bill needs a look" />
      <Tile label="Users" value={data?.users} failed={failed} under="In all workspaces" />
    </Tiles>
  )
}

/** Every workspace of the installation, for its super administrators. */
export default function WorkspacesPage() {
  return (
    <>
      <PageHead title="Workspaces" />
      <Figures />
      <ListPage<Workspace, typeof workspaces.all.input>
        of={workspaces.all}
        noun="workspaces"
        search="Search name or address…"
        columns={columns}
        sort="name"
        rowName={({ name }) => name}
        phone={lines}
        empty={
          <EmptyState title="No workspaces yet" icon={<IconBuildings size={26} stroke={1.6} aria-hidden />}>
            A workspace appears here when somebody registers one.
          </EmptyState>
        }
      />
    </>
  )
}
