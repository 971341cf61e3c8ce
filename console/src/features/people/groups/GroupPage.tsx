import { ruleFieldNames, ruleOperatorNames } from '@claviger/contract/people/groups/rules'
import type { GroupRule } from '@claviger/contract/people/groups/rules'
import { groups, groupTypes } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import type { Member } from '@claviger/contract/people/members'
import { Box, Button, Menu } from '@mantine/core'
import { IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { LogLink } from '#shell/LogLink.tsx'
import { AddMembers } from '../members/AddMembers.tsx'
import { MemberList } from '../members/MemberList.tsx'
import DeleteGroup from './DeleteGroup.tsx'
import { EditGroup } from './GroupForm.tsx'
import { GroupTags } from './group-columns.tsx'

const LinkGroup = lazy(() => import('./LinkGroup.tsx'))
const Unlink = lazy(() => import('../users/Unlink.tsx'))
const asking = 1000

function Rule({ rule }: { rule: GroupRule }) {
  return (
    <Card
      title={
        rule.match === 'all'
          ? t('Users who match all of these conditions')
          : t('Users who match any of these conditions')
      }
    >
      <ul className="cv-row">
        {rule.conditions.map(({ field, operator, value }) => (
          <Box component="li" className="cv-panel cv-wrap" px={8} py={2} key={`${field} ${operator} ${value}`}>
            {t(ruleFieldNames[field])} {t(ruleOperatorNames[operator])} {operator !== 'is-empty' && <b>{value}</b>}
          </Box>
        ))}
      </ul>
    </Card>
  )
}

function Finding() {
  const client = useQueryClient()
  useEffect(() => () => void client.invalidateQueries({ queryKey: ['groups'] }), [client])
  return <Notice>{t('The rule changed a moment ago. Searching for matching users…')}</Notice>
}

function Actions({ group, add }: { group: Group; add: (() => void) | undefined }) {
  const go = useNavigate()
  const { can } = useSession()
  const [open, setOpen] = useState<'edit' | 'delete' | 'link' | 'unlink' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {group.type === groupTypes.internal && (
        <Button variant="default" onClick={() => setOpen('edit')}>
          {t('Edit…')}
        </Button>
      )}
      {add && (
        <Button leftSection={<IconUserPlus size={16} stroke={1.7} aria-hidden />} onClick={add}>
          {t('Add users')}
        </Button>
      )}
      {group.type !== groupTypes.everyone && (
        <MoreMenu label={t('More actions for {name}', { name: group.name })}>
          {group.source !== null && group.endedAt === null && can('directories.write') && (
            <>
              <Menu.Item onClick={() => setOpen('link')}>{t('Link with group of another directory…')}</Menu.Item>
              <Menu.Item onClick={() => setOpen('unlink')}>{t('Unlink from directory…')}</Menu.Item>
            </>
          )}
          <Menu.Item data-danger onClick={() => setOpen('delete')}>
            {t('Delete…')}
          </Menu.Item>
        </MoreMenu>
      )}
      <Suspense>{open === 'link' && <LinkGroup group={group} close={close} />}</Suspense>
      <Suspense>
        {open === 'unlink' && group.source && (
          <Unlink of={{ what: 'group', id: group.id }} name={group.name} directories={[group.source]} close={close} />
        )}
      </Suspense>
      {open === 'edit' && <EditGroup group={group} close={close} />}
      {open === 'delete' && (
        <DeleteGroup group={group} close={close} gone={() => void go({ to: '/dashboard/groups' })} />
      )}
    </>
  )
}

function Whole({ group }: { group: Group }) {
  const { can } = useSession()
  const [adding, setAdding] = useState(false)
  const byHand = can('groups.write') && group.type === groupTypes.internal && group.rule === null
  const add = useWrite(groups.addMembers, {
    done({ added }) {
      toast(
        'success',
        t('{count, plural, one {# user} other {# users}} added to {name}', { count: added, name: group.name }),
      )
      setAdding(false)
    },
  })
  const remove = useWrite(groups.removeMembers)
  const takeOut = (members: readonly Member[], clear: () => void) => {
    const users = members.map(member => member.id)
    const undo = { label: t('Undo'), do: () => add.mutate({ groupId: group.id, users }) }
    remove.mutate(
      { groupId: group.id, users },
      {
        onSuccess({ removed }) {
          clear()
          toast(
            'success',
            t('{count, plural, one {# user} other {# users}} removed from {name}', {
              count: removed,
              name: group.name,
            }),
            { action: undo },
          )
        },
      },
    )
  }
  return (
    <>
      <PageHead
        title={group.name}
        beside={<GroupTags group={group} />}
        under={
          <>
            {group.description && <span>{group.description}</span>}
            <span>{t('{count, plural, one {# user} other {# users}}', { count: group.userCount })}</span>
            <span>{t('{count, plural, one {# active key} other {# active keys}}', { count: group.deviceCount })}</span>
            <span>{t('{count, plural, one {# policy} other {# policies}}', { count: group.policyCount })}</span>
            <LogLink id={group.id} name={group.name} />
          </>
        }
        actions={can('groups.write') && <Actions group={group} add={byHand ? () => setAdding(true) : undefined} />}
      />
      {group.type === groupTypes.external && (
        <Notice>{t('This group comes from a directory. Its name and members can only be changed there.')}</Notice>
      )}
      {group.endedAt !== null && (
        <Notice level="warning">
          {t(
            'This group has ended. It gives its {count, plural, one {# former member} other {# former members}} no access. Policies that block them and authentication profiles still apply. If the directory has the group again, it returns with its policies, shared accounts, and units.',
            { count: group.formerMembers },
          )}
        </Notice>
      )}
      {group.rule && <Rule rule={group.rule} />}
      {group.rulePending && <Finding />}
      <MemberList
        of={groups.members}
        fixed={{ groupId: group.id }}
        remove={byHand ? takeOut : undefined}
        every={group.rulePending ? asking : undefined}
      />
      {adding && (
        <AddMembers
          title={t('Add users to {name}', { name: group.name })}
          within={{ group: group.id }}
          busy={add.isPending}
          close={() => setAdding(false)}
          add={users => add.mutate({ groupId: group.id, users })}
        />
      )}
    </>
  )
}

export default function GroupPage() {
  const { groupId = '' } = useParams({ strict: false }) as { groupId?: string }
  const [pending, setPending] = useState(false)
  const group = useRead(groups.get, { groupId }, { quiet: true, ...(pending ? { every: asking } : {}) })
  if (group.data && group.data.rulePending !== pending) setPending(group.data.rulePending)
  useCrumb(group.data?.name)
  return (
    <OneRecord
      read={group}
      failed={t("We couldn't load this group")}
      missing={{
        kind: t('Group'),
        says: t('Group not found'),
        why: t('The group was deleted, or the link is wrong.'),
        icon: IconUsersGroup,
        to: '/dashboard/groups',
        back: t('Back to groups'),
      }}
    >
      {found => <Whole group={found} />}
    </OneRecord>
  )
}
