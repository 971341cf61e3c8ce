import { keyStatus, securityKeys } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { userPermissions } from '@claviger/contract/tenancy/workspace-settings'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { Menu } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'
import { KeyStatus } from './key-columns.tsx'
import { keyIcons, markOf, verificationOf } from '../key-labels.ts'
import { DeleteOwn, RenameOwn, ResetOwnPin } from '../key-acts/OwnActs.tsx'

type Act = 'rename' | 'pin' | 'delete'
const acts = { rename: userPermissions.edit, pin: userPermissions.resetPin, delete: userPermissions.delete }

function Row({ of, may, act }: { of: SecurityKey; may: (act: Act) => boolean; act: (act: Act) => void }) {
  const Icon = keyIcons[of.picture]
  const hasPin = of.verification === verifications.pin && of.status !== keyStatus.pending
  return (
    <IconRow
      icon={<Icon size={20} stroke={1.6} aria-hidden />}
      name={
        <>
          <strong>{of.name}</strong> <KeyStatus of={of} />
        </>
      }
      about={`${markOf(of)} · ${verificationOf(of)}`}
      last={
        of.lastActivity === null ? (
          t('Not used yet')
        ) : (
          <Trans id="Used <0/>" components={[<When key="0" at={of.lastActivity} as="ago" />]} />
        )
      }
      menu={
        (may('rename') || may('delete') || (may('pin') && hasPin)) && (
          <MoreMenu bare label={t('Actions for {name}', { name: of.name })}>
            {may('rename') && <Menu.Item onClick={() => act('rename')}>{t('Rename…')}</Menu.Item>}
            {may('pin') && hasPin && <Menu.Item onClick={() => act('pin')}>{t('Reset PIN…')}</Menu.Item>}
            {may('delete') && (
              <Menu.Item data-danger onClick={() => act('delete')}>
                {t('Delete…')}
              </Menu.Item>
            )}
          </MoreMenu>
        )
      }
    />
  )
}

export function OtherKeys() {
  const { me } = useSession()
  const [open, setOpen] = useState<{ act: Act; key: SecurityKey } | null>(null)
  const business = me.workspace.type !== workspaceTypes.individual
  const sees = business && me.keyPermissions.includes(userPermissions.monitor)
  const list = useRead(securityKeys.list, { userId: me.id, pageSize: 100 }, { quiet: true, when: sees })
  const others = (list.data?.items ?? []).filter(key => key.passkeys === 0)
  if (others.length === 0) return null
  const close = () => setOpen(null)
  return (
    <Card title={t('Cards and other keys')} flush>
      <IconRows>
        {others.map(key => (
          <Row
            key={key.id}
            of={key}
            may={act => me.keyPermissions.includes(acts[act])}
            act={act => setOpen({ act, key })}
          />
        ))}
      </IconRows>
      {open?.act === 'rename' && <RenameOwn of={open.key} close={close} />}
      {open?.act === 'pin' && <ResetOwnPin of={open.key} close={close} />}
      {open?.act === 'delete' && <DeleteOwn of={open.key} close={close} />}
    </Card>
  )
}
