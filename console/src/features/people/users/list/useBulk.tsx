import type { BulkAct, Selection } from '@claviger/contract/people/bulk-runs'
import type { ListedUser } from '@claviger/contract/people/users'
import {
  IconBuildingCommunity,
  IconCircleCheck,
  IconKey,
  IconMailForward,
  IconPlayerPause,
  IconTrash,
  IconUserOff,
  IconUsersGroup,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { msg, t } from '../../../../ground/text/text.ts'
import type { BulkAction } from '../../../../ground/ui/list/BulkBar.tsx'
import type { Chosen } from '../../../../ground/ui/list/ListPage.tsx'
import { useSession } from '../../../../shell/session.tsx'

const BulkDialog = lazy(() => import('../../bulk-runs/BulkDialog.tsx'))

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
]

// Assigning keys is the keys' own: here it is only begun
type Act = BulkAct | 'assign'

interface Doing extends Pick<Assigning, 'selection' | 'chosen'> {
  act: Act
  clear: () => void
}

/** What the list of users asks for, as the filter of a selection. */
function selectionOf(rows: readonly ListedUser[], whole: Chosen | undefined): Selection {
  return whole ? { all: true, filter: whole.ask } : { ids: rows.map(({ id }) => id) }
}

/** What assigns keys to chosen users is told. */
export interface Assigning {
  selection: Selection
  /** How many users were chosen, for the question. */
  chosen: number
  close: () => void
  /** It has begun: the selection is no longer needed. */
  begun: () => void
}

/** The actions of the bulk bar, and the dialog that the chosen one opens. */
export function useBulk(Assign: ComponentType<Assigning>) {
  const { can } = useSession()
  const [doing, setDoing] = useState<Doing | null>(null)
  const bulk = (rows: readonly ListedUser[], clear: () => void, whole: Chosen | undefined): readonly BulkAction[] =>
    acts
      .filter(({ act }) => act !== 'assign' || can('keys.write'))
      .map(({ act, label, ...shown }) => ({
        ...shown,
        label: t(label),
        do: () => setDoing({ act, selection: selectionOf(rows, whole), chosen: whole?.total ?? rows.length, clear }),
      }))
  const dialog = (
    <Suspense>
      {doing?.act === 'assign' ? (
        <Assign {...doing} begun={doing.clear} close={() => setDoing(null)} />
      ) : (
        doing && <BulkDialog {...doing} act={doing.act} begun={doing.clear} close={() => setDoing(null)} />
      )}
    </Suspense>
  )
  return { bulk, dialog }
}
