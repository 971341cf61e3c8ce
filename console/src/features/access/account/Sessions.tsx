import { sessions } from '@claviger/contract/access/sessions'
import { Button } from '@mantine/core'
import { useRead } from '../../../ground/data/useRead.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { msg, t, Trans } from '../../../ground/text/text.ts'
import { Tag } from '../../../ground/ui/bits/Tag.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { ErrorCard } from '../../../ground/ui/page/ErrorCard.tsx'
import classes from './account.module.css'

const methods = {
  passkey: msg('Passkey'),
  code: msg('Code'),
  password: msg('Password'),
  link: msg('Link'),
  demo: msg('Demo'),
}

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
      <ul className={classes.sessions}>
        {list.data?.items.map(session => (
          <li key={session.id} className={classes.session}>
            <div>
              <span>
                <strong>{session.device}</strong> {session.current && <Tag tone="accent">{t('This one')}</Tag>}
              </span>
              <span className={classes.about}>
                {t(methods[session.method])} · <span className="cv-mono">{session.ip}</span> ·{' '}
                <Trans id="seen <0/>" components={[<When key="0" at={session.lastSeenAt} as="ago" />]} />
              </span>
            </div>
            {!session.current && (
              <Button
                variant="default"
                onClick={() => end.mutate({ id: session.id })}
                aria-label={t('Sign out {device}', { device: session.device })}
              >
                {t('Sign out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
