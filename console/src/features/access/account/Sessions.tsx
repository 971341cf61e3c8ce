import { sessions } from '@claviger/contract/access/sessions'
import { Button } from '@mantine/core'
import { useRead } from '../../../ground/data/useRead.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { ErrorCard } from '../../../ground/ui/page/ErrorCard.tsx'
import { SessionRows } from '../sessions/SessionRows.tsx'
import classes from './account.module.css'

/** Where one is signed in, and signing out there. */
export function Sessions() {
  const list = useRead(sessions.list, {})
  const end = useWrite(sessions.end, { done: () => toast('success', t('Signed out there')) })
  const endOthers = useWrite(sessions.endOthers, {
    done: ({ ended }) => toast('success', t('{ended, plural, one {# session} other {# sessions}} ended', { ended })),
  })
  const others = list.data?.items.filter(session => !session.current).length ?? 0
  return (
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
      {list.isError && (
        <ErrorCard title={t('We could not load your sessions')} fault={list.error} retry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <div className={classes.wait}>
          <Bones lines={2} />
        </div>
      )}
      {list.data && <SessionRows of={list.data.items} end={({ id }) => end.mutate({ id })} />}
    </Card>
  )
}
