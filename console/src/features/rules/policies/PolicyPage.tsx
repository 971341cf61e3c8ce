import { policyStates } from '@claviger/contract/decide/policy-content'
import type { Policy } from '@claviger/contract/rules/policies'
import { policies } from '@claviger/contract/rules/policies'
import { Menu } from '@mantine/core'
import { IconShieldOff } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { usePending } from '#platform/ui/loading/usePending.ts'
import { LogLink } from '#shell/LogLink.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { conditionOrder } from '#features/decide/policy-content/conditions.ts'
import { draftBlockingRest, draftOf, newDraft } from './editor/policy-draft.ts'
import { Editor } from './editor/Editor.tsx'

const DeletePolicies = lazy(() => import('./list/DeletePolicies.tsx'))
const home = '/dashboard/policies'

function Head({ of }: { of: Policy }) {
  const { can } = useSession()
  const go = useNavigate()
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      <PageHead
        title={of.name}
        beside={
          <>
            {of.state === policyStates.reportOnly && <Tag tone="warn">{t('Report only')}</Tag>}
            {of.state === policyStates.off && <Tag>{t('Off')}</Tag>}
          </>
        }
        under={<LogLink id={of._id} name={of.name} />}
        actions={
          can('policies.write') && (
            <MoreMenu label={t('More actions for {name}', { name: of.name })}>
              <Menu.Item onClick={() => void go({ to: `${home}/new`, search: { from: of._id } } as never)}>
                {t('Duplicate')}
              </Menu.Item>
              <Menu.Item data-danger onClick={() => setDeleting(true)}>
                {t('Delete…')}
              </Menu.Item>
            </MoreMenu>
          )
        }
      />
      <Suspense>
        {deleting && (
          <DeletePolicies
            of={[{ id: of._id, name: of.name }]}
            close={() => setDeleting(false)}
            done={() => void go({ to: home, ignoreBlocker: true } as never)}
          />
        )}
      </Suspense>
    </>
  )
}

function NewPolicy() {
  const { from, blocksBy }: Record<string, string | undefined> = useSearch({ strict: false })
  const next = useRead(policies.priorities, {}, { quiet: true, fresh: 0 })
  const like = useRead(policies.get, { _id: from ?? '' }, { when: from !== undefined, quiet: true })
  const by = conditionOrder.find(name => name === blocksBy)
  // The second policy of a recipe is evaluated after the first, which an earlier response doesn't know
  const isEarlier = by && like.data && next.data?.used.includes(like.data.priority) === false
  const pending = next.isPending || (from !== undefined && like.isPending) || isEarlier === true
  if (usePending(pending))
    return (
      <>
        <PageHead title={t('New policy')} />
        <Bones lines={8} />
      </>
    )
  const priority = next.data?.next ?? null
  if (like.data && by)
    return (
      <Editor
        key={by}
        policy={null}
        start={draftBlockingRest(like.data, by, priority)}
        names={like.data.names}
        head={
          <>
            <PageHead title={t('New policy')} />
            <Notice level="info">
              {t("Step 2 of 2: this policy blocks what {name} doesn't allow.", { name: like.data.name })}
            </Notice>
          </>
        }
      />
    )
  const start = like.data
    ? { ...draftOf(like.data), priority, name: t('Copy of {name}', { name: like.data.name }).slice(0, 100) }
    : newDraft(priority)
  return (
    <Editor
      policy={null}
      start={start}
      names={like.data?.names ?? []}
      head={<PageHead title={like.data ? t('Copy of {name}', { name: like.data.name }) : t('New policy')} />}
    />
  )
}

function OnePolicy({ id }: { id: string }) {
  const read = useRead(policies.get, { _id: id }, { quiet: true })
  useCrumb(read.data?.name)
  const missing = {
    kind: t('Access policy'),
    says: t('Access policy not found'),
    why: t('The policy was deleted, or the link is wrong.'),
    icon: IconShieldOff,
    to: home,
    back: t('Back to access policies'),
  }
  return (
    <OneRecord read={read} failed={t("We couldn't load this policy")} missing={missing}>
      {found => <Editor policy={found} start={draftOf(found)} names={found.names} head={<Head of={found} />} />}
    </OneRecord>
  )
}

export default function PolicyPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id === undefined ? <NewPolicy /> : <OnePolicy key={id} id={id} />
}
