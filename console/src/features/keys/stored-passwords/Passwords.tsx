import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import type { StoredPassword } from '@claviger/contract/keys/stored-passwords'
import { Box, Button, Menu } from '@mantine/core'
import { IconLock, IconPassword, IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { passwordDescription, typeIcons } from './password-types.ts'

const PasswordPanel = lazy(() => import('./PasswordPanel.tsx'))
const DeletePassword = lazy(() => import('./DeletePassword.tsx'))
const ShowPassword = lazy(() => import('./ShowPassword.tsx'))

type Act = 'show' | 'change' | 'delete'

function Row({
  password,
  own,
  write,
  act,
}: {
  password: StoredPassword
  own: boolean
  write: boolean
  act: (act: Act) => void
}) {
  const Icon = typeIcons[password.type] ?? IconPassword
  return (
    <IconRow
      icon={<Icon size={20} stroke={1.6} aria-hidden />}
      name={
        <>
          <strong>{password.username}</strong>
          {password.pinRequired && <Tag icon={<IconLock size={12} stroke={2} aria-hidden />}>{t('Pin Required')}</Tag>}
        </>
      }
      about={passwordDescription(password)}
      last={<Trans id="Changed <0/>" components={[<When key="0" at={password.updatedAt} as="ago" />]} />}
      menu={
        (own || write) && (
          <MoreMenu bare label={t('Actions for {name}', { name: password.username })}>
            {own && <Menu.Item onClick={() => act('show')}>{t('Show…')}</Menu.Item>}
            <Menu.Item onClick={() => act('change')}>{t('Change…')}</Menu.Item>
            <Menu.Item data-danger onClick={() => act('delete')}>
              {t('Delete…')}
            </Menu.Item>
          </MoreMenu>
        )
      }
    />
  )
}

interface PasswordsProps {
  /** Owner; undefined for the signed-in user, who is the only one to read their passwords. */
  user?: string
  write: boolean
  list: UseQueryResult<OutputOf<typeof storedPasswords.ownList.reply>, CallError>
}

export function Passwords({ user, write, list }: PasswordsProps) {
  const [open, setOpen] = useState<{ act: Act | 'add'; password: StoredPassword | null } | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const items = list.data?.items ?? []
  const whose = user === undefined ? {} : { user }
  const add = write && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      onClick={() => setOpen({ act: 'add', password: null })}
    >
      {t('Add password')}
    </Button>
  )
  return (
    <Card title={t('Stored passwords')} flush right={items.length > 0 && add}>
      {list.isError && (
        <ErrorCard title={t("We couldn't load the passwords")} fault={list.error} retry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <Box p={16}>
          <Bones lines={3} />
        </Box>
      )}
      {list.isSuccess && items.length === 0 && (
        <EmptyState title={t('No stored passwords yet')} action={add} icon={IconPassword}>
          {t("Stored passwords are for systems that don't support passkeys. The key fills them in.")}
        </EmptyState>
      )}
      {items.length > 0 && (
        <IconRows>
          {items.map(password => (
            <Row
              key={password.id}
              password={password}
              own={user === undefined}
              write={write}
              act={act => setOpen({ act, password })}
            />
          ))}
        </IconRows>
      )}
      <Suspense>
        {(open?.act === 'add' || open?.act === 'change') && (
          <PasswordPanel {...whose} password={open.password} close={close} />
        )}
        {open?.act === 'delete' && open.password && (
          <DeletePassword {...whose} password={open.password} close={close} />
        )}
        {open?.act === 'show' && open.password && <ShowPassword password={open.password} close={close} />}
      </Suspense>
    </Card>
  )
}
