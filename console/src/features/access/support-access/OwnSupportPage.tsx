import { type SupportAccess, supportAccess, supportStates } from '@claviger/contract/access/support-access'
import { Button, Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { isOpen, SupportFacts } from './support-status.tsx'

function Answer({ of }: { of: SupportAccess }) {
  const answer = useWrite(supportAccess.answer, {
    done: ({ state }) =>
      toast('success', state === supportStates.allowed ? t('Support access allowed') : t('Support access denied')),
  })
  const end = useWrite(supportAccess.endOwn, { done: () => toast('success', t('Support access ended')) })
  if (of.state === supportStates.allowed)
    return (
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ id: of.id })}>
        {t('End support access')}
      </Button>
    )
  if (of.emergency) return <p>{t('A second super administrator must confirm this emergency access.')}</p>
  return (
    <div className="cv-ends">
      <Button
        variant="default"
        disabled={answer.isPending}
        onClick={() => answer.mutate({ id: of.id, answer: 'decline' })}
      >
        {t('Deny')}
      </Button>
      <Button loading={answer.isPending} onClick={() => answer.mutate({ id: of.id, answer: 'accept' })}>
        {t('Allow support access')}
      </Button>
    </div>
  )
}

/** Support access to the own workspace: requests with their reasons, and decisions of owners. */
export default function OwnSupportPage() {
  const { can } = useSession()
  const read = useRead(supportAccess.own, {})
  const items = read.data?.items ?? []
  return (
    <Stack gap={16} miw={0} maw={720}>
      <PageHead title={t('Support access')} />
      <p>
        {t(
          'Super administrators of this installation can see your workspace only with the permission of an owner, and only for a limited time. They can look, but not change anything.',
        )}
      </p>
      <Waiting on={read} what={t('the support accesses')}>
        {items.length === 0 ? (
          <Card>
            <p>{t('No support access was requested.')}</p>
          </Card>
        ) : (
          items.map(one => (
            <Card key={one.id}>
              <Stack gap={16} miw={0}>
                <SupportFacts of={one} />
                {isOpen(one) && can('workspace.transfer') && <Answer of={one} />}
              </Stack>
            </Card>
          ))
        )}
      </Waiting>
    </Stack>
  )
}
