import { authenticationProfiles, type AuthenticationProfile } from '@claviger/contract/access/authentication-profiles'
import { Button, Menu, Stack } from '@mantine/core'
import { IconDoorEnter, IconPlus, IconUsersGroup, IconWorldShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { entriesOf } from '#platform/ui/page/entries.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { BreakGlass, CodeOnce } from './BreakGlass.tsx'
import { type Provider, useProviders } from './providers.ts'
import { methodLabels } from './sign-in-method-labels.ts'

const ProfilePanel = lazy(() => import('./ProfilePanel.tsx'))
const PhoneCodes = lazy(() => import('./PhoneCodes.tsx'))
const DeleteProfile = lazy(() => import('./DeleteProfile.tsx'))

type Of = AuthenticationProfile

function inWords(of: Of, providers: readonly Provider[]): string {
  if (of.type === 'managed') return of.methods.map(way => t(methodLabels[way].label)).join(' · ')
  const name = providers.find(one => one.id === of.providerId)?.name ?? t('External provider')
  return t('Redirected to {name}; owners keep their passkeys', { name })
}

function Row({
  of,
  providers,
  edit,
  remove,
}: {
  of: Of
  providers: readonly Provider[]
  edit: () => void
  remove: () => void
}) {
  const { can } = useSession()
  const pictures = of.everybody ? IconDoorEnter : IconUsersGroup
  const RowIcon = of.type === 'external-idp' ? IconWorldShare : pictures
  return (
    <IconRow
      icon={<RowIcon size={20} stroke={1.6} aria-hidden />}
      name={
        <>
          <strong>{of.name}</strong>{' '}
          {of.everybody ? (
            <Tag tone="accent">{t('All users')}</Tag>
          ) : (
            <Tag>{of.groups.length === 0 ? t('None') : of.groups.map(group => group.name).join(', ')}</Tag>
          )}
        </>
      }
      about={inWords(of, providers)}
      last={<Trans id="Changed <0/>" components={[<When key="0" at={of.changedAt} as="day" />]} />}
      menu={
        can('policies.write') && (
          <MoreMenu bare label={t('Actions for {name}', { name: of.name })}>
            <Menu.Item onClick={edit}>{t('Edit…')}</Menu.Item>
            <Menu.Item data-danger onClick={remove}>
              {t('Delete…')}
            </Menu.Item>
          </MoreMenu>
        )
      }
    />
  )
}

export default function ProfilesPage() {
  const { can } = useSession()
  const list = useRead(authenticationProfiles.list, {})
  const providers = useProviders()
  const [editing, setEditing] = useState<Of | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Of | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const items = list.data?.items ?? []
  const general = items.find(one => one.everybody)
  const add = can('policies.write') && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setEditing('new')}>
      {t('Add profile')}
    </Button>
  )
  const of = editing === 'new' ? null : editing
  const codes = list.data?.phoneCodes
  const named = {
    sms: items.some(one => one.methods.includes('sms')),
    call: items.some(one => one.methods.includes('call')),
  }
  const usesPhones = codes !== undefined && (codes.sms || codes.call || named.sms || named.call)
  return (
    <>
      <PageHead
        title={t('Authentication profiles')}
        under={
          general || list.isPending
            ? t('Which sign-in methods users can use. Exceptions for groups apply first, in their order.')
            : t(
                'Which sign-in methods users can use. No profile applies to all users, so users without an exception can use every method except phone codes.',
              )
        }
        add={add}
        entries={entriesOf(list)}
      />
      <Stack gap={20}>
        <Card flush>
          <Waiting on={list} what={t('the profiles')}>
            {items.length === 0 ? (
              <EmptyState title={t('All sign-in methods are available')} icon={IconDoorEnter} action={add}>
                {t(
                  'Users sign in with a passkey, an access card, a phone, an email code, or a password. A profile sets which of these are available and in which order.',
                )}
              </EmptyState>
            ) : (
              <IconRows>
                {items.map(one => (
                  <Row
                    key={one.id}
                    of={one}
                    providers={providers}
                    edit={() => setEditing(one)}
                    remove={() => setDeleting(one)}
                  />
                ))}
              </IconRows>
            )}
          </Waiting>
        </Card>
        {usesPhones && (
          <Suspense>
            <PhoneCodes of={codes} named={named} saved={() => void list.refetch()} />
          </Suspense>
        )}
        {list.data && (
          <BreakGlass
            code={list.data.breakGlass}
            external={items.some(one => one.type === 'external-idp')}
            made={setCode}
          />
        )}
      </Stack>
      <Suspense>
        {editing !== null && (
          <ProfilePanel
            of={of}
            providers={providers}
            codes={codes}
            taken={general !== undefined && general.id !== of?.id}
            close={() => setEditing(null)}
            code={setCode}
          />
        )}
        {deleting !== null && <DeleteProfile of={deleting} close={() => setDeleting(null)} />}
      </Suspense>
      {code !== null && <CodeOnce code={code} close={() => setCode(null)} />}
    </>
  )
}
