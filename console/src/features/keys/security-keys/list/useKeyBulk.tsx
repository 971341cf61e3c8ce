import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import type { KeyAct, KeySelection } from '@claviger/contract/keys/key-acts'
import {
  IconAdjustments,
  IconKeyboard,
  IconLockOpen,
  IconPlayerPause,
  IconPlayerPlay,
  IconShieldCheck,
  IconTrash,
  IconWifiOff,
  IconWifi,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { msg, t } from '#platform/text/text.ts'
import type { BulkAction } from '#platform/ui/list/BulkBar.tsx'
import type { RowSelection } from '#platform/ui/list/ListPage.tsx'

const KeyActDialog = lazy(() => import('#features/keys/key-acts/KeyActDialog.tsx'))
const PolicyDialog = lazy(() => import('#features/keys/token-policies/PolicyDialog.tsx'))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

// Assigning a policy asks which one; the other actions need no choice
type Act = KeyAct | 'policy'

const acts: readonly { act: Act; label: string; icon: ReactNode; danger?: true }[] = [
  { act: 'suspend', label: msg('Suspend'), icon: <IconPlayerPause {...icon} /> },
  { act: 'activate', label: msg('Activate'), icon: <IconPlayerPlay {...icon} /> },
  { act: 'unblock', label: msg('Unblock'), icon: <IconLockOpen {...icon} /> },
  { act: 'verification', label: msg('Verification'), icon: <IconShieldCheck {...icon} /> },
  { act: 'policy', label: msg('Assign policy'), icon: <IconAdjustments {...icon} /> },
  { act: 'reset-pin', label: msg('Reset PIN'), icon: <IconKeyboard {...icon} /> },
  { act: 'offline-on', label: msg('Allow offline'), icon: <IconWifiOff {...icon} /> },
  { act: 'offline-off', label: msg('Block offline'), icon: <IconWifi {...icon} /> },
  { act: 'delete', label: msg('Delete'), icon: <IconTrash {...icon} />, danger: true },
]

interface Doing {
  act: Act
  selection: KeySelection
  chosen: number
  clear: () => void
}

function selectionOf(rows: readonly SecurityKey[], whole: RowSelection | undefined): KeySelection {
  return whole ? { all: true, filter: whole.ask } : { ids: rows.map(({ id }) => id) }
}

export function useKeyBulk() {
  const [doing, setDoing] = useState<Doing | null>(null)
  const bulk = (
    rows: readonly SecurityKey[],
    clear: () => void,
    whole: RowSelection | undefined,
  ): readonly BulkAction[] =>
    acts.map(({ act, label, ...shown }) => ({
      ...shown,
      label: t(label),
      do: () => setDoing({ act, selection: selectionOf(rows, whole), chosen: whole?.total ?? rows.length, clear }),
    }))
  const dialog = (
    <Suspense>
      {doing?.act === 'policy' ? (
        <PolicyDialog selection={doing.selection} begun={doing.clear} close={() => setDoing(null)} />
      ) : (
        doing && <KeyActDialog {...doing} act={doing.act} begun={doing.clear} close={() => setDoing(null)} />
      )}
    </Suspense>
  )
  return { bulk, dialog }
}
