import { credentials } from '@claviger/contract/keys/credentials'
import type { Passkey } from '@claviger/contract/keys/credentials'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { t, Trans } from '../../../ground/text/text.ts'
import { Tag } from '../../../ground/ui/bits/Tag.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ErrorCard } from '../../../ground/ui/page/ErrorCard.tsx'
import { DeleteKey } from './DeleteKey.tsx'
import { passkeyIcons } from './kinds.ts'
import { RenameKey } from './RenameKey.tsx'
import classes from './keys.module.css'

function Row({ passkey, rename, remove }: { passkey: Passkey; rename: () => void; remove: () => void }) {
  const Icon = passkeyIcons[passkey.kind]
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.names}>
        <span className={classes.name}>
          <strong>{passkey.name}</strong> {passkey.synced && <Tag tone="accent">{t('Synced')}</Tag>}
        </span>
        <span className={classes.about}>
          {passkey.model} · <Trans id="added <0/>" components={[<When key="0" at={passkey.createdAt} as="day" />]} />
        </span>
      </div>
      <span className={classes.used}>
        {passkey.lastUsedAt === null ? (
          t('Not used yet')
        ) : (
          <Trans id="Used <0/>" components={[<When key="0" at={passkey.lastUsedAt} as="ago" />]} />
        )}
      </span>
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon aria-label={t('Actions for {name}', { name: passkey.name })}>
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={rename}>{t('Rename…')}</Menu.Item>
          <Menu.Item data-danger onClick={remove}>
            {t('Delete…')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

/** The own passkeys, to rename and delete. */
export function OwnKeys() {
  const list = useRead(credentials.list, {})
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [deleting, setDeleting] = useState<Passkey | null>(null)
  if (list.isError)
    return (
      <ErrorCard title={t('We could not load your passkeys')} fault={list.error} retry={() => void list.refetch()} />
    )
  if (list.isPending)
    return (
      <div className={classes.wait}>
        <Bones lines={3} />
      </div>
    )
  if (list.data.items.length === 0)
    return (
      <EmptyState title={t('No passkeys yet')} icon={<IconFingerprint size={26} stroke={1.6} aria-hidden />}>
        {t('Add one to sign in with a touch instead of a code.')}
      </EmptyState>
    )
  return (
    <>
      <ul className={classes.list}>
        {list.data.items.map(passkey => (
          <Row
            key={passkey.id}
            passkey={passkey}
            rename={() => setRenaming(passkey)}
            remove={() => setDeleting(passkey)}
          />
        ))}
      </ul>
      {renaming && <RenameKey passkey={renaming} close={() => setRenaming(null)} />}
      {deleting && <DeleteKey passkey={deleting} close={() => setDeleting(null)} />}
    </>
  )
}
