import type { BulkAct, Selection } from '@claviger/contract/people/bulk-runs'
import type { ListedUser } from '@claviger/contract/people/users'
import {
  IconBuildingCommunity,
  IconCircleCheck,
  IconFingerprint,
  IconKey,
  IconMailForward,
  IconPlayerPause,
  IconTrash,
  IconUserOff,
  IconUsersGroup,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { msg, t } from '#platform/text/text.ts'
import type { BulkAction } from '#platform/ui/list/BulkBar.tsx'
import type { RowSelection } from '#platform/ui/list/ListPage.tsx'
import { useSession } from '#shell/session.tsx'

const BulkDialog = lazy(() => import('#features/people/bulk-runs/BulkDialog.tsx'))

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

const acts: readonly { act: Act; label: string; icon: ReactNode; danger?: true }[] = [
  { act: 'suspend', label: msg('Suspend'), icon: <IconPlayerPause {...icon} /> },
  { act: 'activate', label: msg('Activate'), icon: <IconCircleCheck {...icon} /> },
  { act: 'invite', label: msg('Send email'), icon: <IconMailForward {...icon} /> },
  { act: 'deactivate', label: msg('Deactivate'), icon: <IconUserOff {...icon} /> },
  { act: 'assign', label: msg('Assign keys'), icon: <IconKey {...icon} /> },
  { act: 'add-to-group', label: msg('Add to group'), icon: <IconUsersGroup {...icon} /> },
  { act: 'add-to-unit', label: msg('Add to unit'), icon: <IconBuildingCommunity {...icon} /> },
  { act: 'delete', label: msg('Delete'), icon: <IconTrash {...icon} />, danger: true },
  { act: 'register', label: msg('Register passkeys…'), icon: <IconFingerprint {...icon} /> },
]

// Key assignment and passkey registration belong to higher modules; here they are only opened
type Act = BulkAct | keyof BulkSelection

interface Doing extends Pick<Assigning, 'selection' | 'chosen'> {
  act: Act
  clear: () => void
}

function selectionOf(rows: readonly ListedUser[], whole: RowSelection | undefined): Selection {
  return whole ? { all: true, filter: whole.ask } : { ids: rows.map(({ id }) => id) }
}

export interface Assigning {
  selection: Selection
  chosen: number
  close: () => void
  begun: () => void
}

export interface BulkSelection {
  assign: ComponentType<Assigning>
  register: ComponentType<Assigning>
}

export function useBulk(above: BulkSelection) {
  const { can } = useSession()
  const [doing, setDoing] = useState<Doing | null>(null)
  const bulk = (
    rows: readonly ListedUser[],
    clear: () => void,
    whole: RowSelection | undefined,
  ): readonly BulkAction[] =>
    acts
      .filter(({ act }) => !(act in above) || can('keys.write'))
      .map(({ act, label, ...shown }) => ({
        ...shown,
        label: t(label),
        do: () => setDoing({ act, selection: selectionOf(rows, whole), chosen: whole?.total ?? rows.length, clear }),
      }))
  const dialog = (
    <Suspense>{doing && <Doer {...doing} above={above} begun={doing.clear} close={() => setDoing(null)} />}</Suspense>
  )
  return { bulk, dialog }
}

function Doer({ act, above, ...doing }: Assigning & { act: Act; above: BulkSelection }) {
  if (act === 'assign' || act === 'register') {
    const Above = above[act]
    return <Above {...doing} />
  }
  return <BulkDialog {...doing} act={act} />
}
