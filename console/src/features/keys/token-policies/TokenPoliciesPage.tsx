import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import type { TokenPolicy } from '@claviger/contract/keys/token-policies'
import { Button, Menu } from '@mantine/core'
import { IconAdjustments, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { IconRow, IconRows } from '#platform/ui/list/IconRow.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { entriesOf } from '#platform/ui/page/entries.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { inWords } from './token-policy-labels.ts'

const AddPolicy = lazy(() => import('./AddPolicy.tsx'))
const GivePolicy = lazy(() => import('./GivePolicy.tsx'))
const PolicyDialog = lazy(() => import('./PolicyDialog.tsx'))

function Row({ of, give, giveKeys }: { of: TokenPolicy; give: () => void; giveKeys: () => void }) {
  const { can } = useSession()
  const makeDefault = useWrite(tokenPolicies.makeDefault, {
    done: () => toast('success', t('New keys now use {name}', { name: of.name })),
  })
  const menu = (
    <MoreMenu bare label={t('Actions for {name}', { name: of.name })}>
      {can('workspace.write') && !of.isDefault && (
        <Menu.Item onClick={() => makeDefault.mutate({ tokenPolicy: of.id })}>{t('Make default')}</Menu.Item>
      )}
      {can('keys.write') && <Menu.Item onClick={give}>{t('Assign to users…')}</Menu.Item>}
      {can('keys.write') && <Menu.Item onClick={giveKeys}>{t('Assign to keys…')}</Menu.Item>}
    </MoreMenu>
  )
  return (
    <IconRow
      icon={<IconAdjustments size={20} stroke={1.6} aria-hidden />}
      name={
        <>
          <strong>{of.name}</strong> {of.isDefault && <Tag tone="accent">{t('Default')}</Tag>}
        </>
      }
      about={inWords(of)}
      last={
        of.users > 0 ? (
          t('{count, plural, one {# user} other {# users}}', { count: of.users })
        ) : (
          <Trans id="Created <0/>" components={[<When key="0" at={of.createdAt} as="day" />]} />
        )
      }
      menu={(can('workspace.write') || can('keys.write')) && menu}
    />
  )
}

export default function TokenPoliciesPage() {
  const { can } = useSession()
  const [adding, setAdding] = useState(false)
  const [giving, setGiving] = useState<TokenPolicy | null>(null)
  const [givingKeys, setGivingKeys] = useState<TokenPolicy | null>(null)
  const list = useRead(tokenPolicies.list, {})
  const items = list.data?.items ?? []
  const add = can('workspace.write') && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setAdding(true)}>
      {t('Add policy')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('Key policies')}
        under={
          <span>
            {list.isPending || items.some(one => one.isDefault) ? (
              t(
                "A new key gets the settings of its user's policy, or of the default policy. You can't edit a policy. Add a new one to replace it.",
              )
            ) : (
              <Trans
                id="Without a default policy, new keys use the <0>workspace settings</0>."
                components={[<Link className="cv-linked" key="0" to={'/dashboard/workspace/security-key-setting'} />]}
              />
            )}
          </span>
        }
        add={add}
        entries={entriesOf(list)}
      />
      <Card flush>
        <Waiting on={list} what={t('the policies')}>
          {items.length === 0 ? (
            <EmptyState title={t('No policies yet')} icon={IconAdjustments} action={add}>
              {t(
                'A policy contains key settings, such as PIN verification and offline sign-in, for some users or all users.',
              )}
            </EmptyState>
          ) : (
            <IconRows>
              {items.map(one => (
                <Row key={one.id} of={one} give={() => setGiving(one)} giveKeys={() => setGivingKeys(one)} />
              ))}
            </IconRows>
          )}
        </Waiting>
      </Card>
      <Suspense>
        {adding && <AddPolicy first={items.length === 0} close={() => setAdding(false)} />}
        {giving && <GivePolicy of={giving} close={() => setGiving(null)} />}
        {givingKeys && <PolicyDialog policy={givingKeys} close={() => setGivingKeys(null)} />}
      </Suspense>
    </>
  )
}
