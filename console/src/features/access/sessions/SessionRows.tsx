import type { Session } from '@claviger/contract/access/sessions'
import { Button } from '@mantine/core'
import { msg, t, Trans } from '../../../ground/text/text.ts'
import { Tag } from '../../../ground/ui/bits/Tag.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import classes from './sessions.module.css'

const methods = {
  passkey: msg('Passkey'),
  code: msg('Code'),
  password: msg('Password'),
  link: msg('Link'),
  demo: msg('Demo'),
  command: msg('Command line'),
}

/** Open sessions: the way in, the key, where, in which browser, since when. */
export function SessionRows({
  of,
  end,
}: {
  of: readonly Session[]
  /** Left out where nobody may be signed out. */
  end?: ((session: Session) => void) | undefined
}) {
  return (
    <ul className={classes.sessions}>
      {of.map(session => (
        <li key={session.id} className={classes.session}>
          <div>
            <span>
              <strong>{session.device}</strong> {session.current && <Tag tone="accent">{t('This one')}</Tag>}
            </span>
            <span className={classes.about}>
              {t(methods[session.method])}
              {session.key !== null && ` · ${session.key}`}
              {session.openedBy !== null && ` · ${t('opened by {name}', { name: session.openedBy })}`} ·{' '}
              <span className="cv-mono">{session.ip}</span>
            </span>
            <span className={classes.about}>
              <Trans id="signed in <0/>" components={[<When key="0" at={session.createdAt} as="ago" />]} /> ·{' '}
              <Trans id="seen <0/>" components={[<When key="0" at={session.lastSeenAt} as="ago" />]} />
            </span>
          </div>
          {!session.current && end && (
            <Button
              variant="default"
              onClick={() => end(session)}
              aria-label={t('Sign out {device}', { device: session.device })}
            >
              {t('Sign out')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
