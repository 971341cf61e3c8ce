import { keyKinds, keyStatus, traitsOf } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { verifications } from '@claviger/contract/keys/token-policies'
import { Menu } from '@mantine/core'
import {
  IconBan,
  IconKeyboard,
  IconLockOpen,
  IconMailForward,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconShieldCheck,
  IconStar,
  IconTrash,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { useSession } from '#shell/session.tsx'

const EditKey = lazy(() => import('./EditKey.tsx'))
const ResetPin = lazy(() => import('./ResetPin.tsx'))
const RemoveKey = lazy(() => import('./RemoveKey.tsx'))
const KeyActDialog = lazy(() => import('./KeyActDialog.tsx'))

type Open = 'edit' | 'pin' | 'remove' | 'verification' | null

export interface KeyActItem {
  label: string
  icon: Icon
  do: () => void
  danger?: true
  /** Shown as a button where there is space for a few actions. */
  main?: true
}

export function useKeyActs(key: SecurityKey, gone: () => void = () => undefined) {
  const { can } = useSession()
  const [open, setOpen] = useState<Open>(null)
  const said = (words: string) => ({ done: () => toast('success', words) })
  const named = { name: key.name }
  const suspend = useWrite(keyActCalls.suspendOne, said(t('{name} is suspended', named)))
  const activate = useWrite(keyActCalls.activateOne, said(t('{name} is active again', named)))
  const unblock = useWrite(keyActCalls.unblockOne, said(t('{name} is unblocked', named)))
  const makeDefault = useWrite(keyAssignment.makeDefault, said(t('{name} is now the default key', named)))
  const send = useWrite(keyAssignment.sendLink, said(t('Activation email sent')))
  const sendPin = useWrite(keyAssignment.sendLink, said(t('Link sent by email')))
  const pending = key.status === keyStatus.pending
  const { id } = key

  function* acts(): Generator<KeyActItem> {
    const card = traitsOf(key.type).verifies === 'card'
    if (pending && key.type !== keyKinds.fingerprint)
      yield { label: t('Send activation email'), icon: IconMailForward, do: () => send.mutate({ id }), main: true }
    if (key.isBlocked) yield { label: t('Unblock'), icon: IconLockOpen, do: () => unblock.mutate({ id }), main: true }
    if (key.status === keyStatus.active)
      yield { label: t('Suspend'), icon: IconPlayerPause, do: () => suspend.mutate({ id }), main: true }
    if (key.status === keyStatus.suspended)
      yield { label: t('Activate'), icon: IconPlayerPlay, do: () => activate.mutate({ id }), main: true }
    if (!pending && card && key.verification === verifications.pin)
      yield { label: t('Reset PIN…'), icon: IconKeyboard, do: () => setOpen('pin'), main: true }
    if (key.status === keyStatus.active && card && key.verification === verifications.pin)
      yield { label: t('Let the user set a PIN'), icon: IconMailForward, do: () => sendPin.mutate({ id }) }
    if (card) yield { label: t('Change verification…'), icon: IconShieldCheck, do: () => setOpen('verification') }
    if (!key.isDefault) yield { label: t('Make default'), icon: IconStar, do: () => makeDefault.mutate({ id }) }
    yield { label: t('Edit…'), icon: IconPencil, do: () => setOpen('edit') }
    yield pending
      ? { label: t('Cancel activation…'), icon: IconBan, danger: true, do: () => setOpen('remove'), main: true }
      : { label: t('Delete…'), icon: IconTrash, danger: true, do: () => setOpen('remove'), main: true }
  }

  const close = () => setOpen(null)
  const all = can('keys.write') ? [...acts()] : []
  const items =
    can('keys.write') &&
    all.map(({ label, icon: ItemIcon, danger, ...item }) => (
      <Menu.Item
        key={label}
        {...(danger ? { 'data-danger': true } : {})}
        leftSection={<ItemIcon size={16} stroke={1.7} aria-hidden />}
        onClick={item.do}
      >
        {label}
      </Menu.Item>
    ))
  const dialog = (
    <Suspense>
      {open === 'edit' && <EditKey of={key} close={close} />}
      {open === 'pin' && <ResetPin of={key} close={close} />}
      {open === 'remove' && <RemoveKey of={key} close={close} gone={gone} />}
      {open === 'verification' && (
        <KeyActDialog act="verification" selection={{ ids: [id] }} chosen={1} close={close} begun={close} />
      )}
    </Suspense>
  )
  return { items, acts: all, dialog }
}
