import { credentials } from '@claviger/contract/keys/credentials'
import type { Passkey } from '@claviger/contract/keys/credentials'
import { userPermissions } from '@claviger/contract/tenancy/workspace-settings'
import { Box, Menu } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { useSession } from '#shell/session.tsx'
import { DeleteKey } from './DeleteKey.tsx'
import { passkeyIcons } from '../passkey-icons.ts'
import { RenameKey } from './RenameKey.tsx'

type Act = 'rename' | 'delete' | 'report'

function Row({ passkey, act }: { passkey: Passkey; act: (act: Act) => void }) {
  const { me } = useSession()
  const may = (right: number) => me.keyPermissions.includes(right)
  const Icon = passkeyIcons[passkey.kind]
  return (
    <IconRow
      icon={<Icon size={20} stroke={1.6} aria-hidden />}
      name={
        <>
          <strong>{passkey.name}</strong> {passkey.synced && <Tag tone="accent">{t('Synced')}</Tag>}
        </>
      }
      about={
        <>
          {passkey.model} · <Trans id="added <0/>" components={[<When key="0" at={passkey.createdAt} as="day" />]} />
        </>
      }
      last={
        passkey.lastUsedAt === null ? (
          t('Not used yet')
        ) : (
          <Trans id="Used <0/>" components={[<When key="0" at={passkey.lastUsedAt} as="ago" />]} />
        )
      }
      menu={
        <MoreMenu bare label={t('Actions for {name}', { name: passkey.name })}>
          {may(userPermissions.edit) && <Menu.Item onClick={() => act('rename')}>{t('Rename…')}</Menu.Item>}
          {may(userPermissions.delete) && (
            <Menu.Item data-danger onClick={() => act('delete')}>
              {t('Delete…')}
            </Menu.Item>
          )}
          <Menu.Item data-danger onClick={() => act('report')}>
            {t("This wasn't me…")}
          </Menu.Item>
        </MoreMenu>
      }
    />
  )
}

export function OwnKeys() {
  const list = useRead(credentials.list, {})
  const [open, setOpen] = useState<{ act: Act; passkey: Passkey } | null>(null)
  const close = () => setOpen(null)
  if (list.isError)
    return (
      <ErrorCard title={t("We couldn't load your passkeys")} fault={list.error} retry={() => void list.refetch()} />
    )
  if (list.isPending)
    return (
      <Box p={16}>
        <Bones lines={3} />
      </Box>
    )
  if (list.data.items.length === 0)
    return (
      <EmptyState
        title={t('No passkeys yet')}
        link={{ to: '/dashboard/addSecurityKey', label: t('Add security key') }}
        icon={IconFingerprint}
      >
        {t('Add a passkey to sign in with a touch instead of a code.')}
      </EmptyState>
    )
  return (
    <>
      <IconRows>
        {list.data.items.map(passkey => (
          <Row key={passkey.id} passkey={passkey} act={act => setOpen({ act, passkey })} />
        ))}
      </IconRows>
      {open?.act === 'rename' && <RenameKey passkey={open.passkey} close={close} />}
      {(open?.act === 'delete' || open?.act === 'report') && (
        <DeleteKey passkey={open.passkey} own={open.act === 'delete'} close={close} />
      )}
    </>
  )
}
