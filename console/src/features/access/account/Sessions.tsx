import { sessions } from '@claviger/contract/access/sessions'
import { Button } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { SessionRows } from '../sessions/SessionRows.tsx'

export function Sessions() {
  const list = useRead(sessions.list, {})
  const end = useWrite(sessions.end, { done: () => toast('success', t('Session ended')) })
  const endOthers = useWrite(sessions.endOthers, {
    done: ({ ended }) => toast('success', t('{ended, plural, one {# session} other {# sessions}} ended', { ended })),
  })
  const items = list.data?.items ?? []
  const here = items.filter(session => session.offlineFor === null)
  const away = items.filter(session => session.offlineFor !== null)
  const others = here.filter(session => !session.current).length
  return (
    <>
      <Card
        title={t('Sessions')}
        flush
        right={
          others > 0 && (
            <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
              {t('Sign out everywhere else')}
            </Button>
          )
        }
      >
        <Waiting on={list} what={t('the sessions')}>
          <SessionRows of={here} end={({ id }) => end.mutate({ id })} />
        </Waiting>
      </Card>
      {away.length > 0 && (
        <Card title={t('Offline access')} flush>
          <SessionRows of={away} end={({ id }) => end.mutate({ id })} label={t('End access')} />
        </Card>
      )}
    </>
  )
}
