import { sessions } from '@claviger/contract/access/sessions'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useSession } from '#shell/session.tsx'
import { OwnKeys } from '#features/keys/credentials/OwnKeys.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import classes from './own.module.css'

function SignedIn() {
  const list = useRead(sessions.list, {}, { quiet: true })
  return (
    <Card title={t('Your active sessions')} flush right={<Link to="/dashboard/profile">{t('Manage')}</Link>}>
      <Waiting on={list} what={t('your sessions')}>
        <ul className={classes.sessions}>
          {list.data?.items.slice(0, 4).map(session => (
            <li key={session.id}>
              <span>
                {session.device} {session.current && <Tag tone="accent">{t('This session')}</Tag>}
              </span>
              <span className={classes.about}>
                <span className="cv-mono">{session.ip}</span> · <When at={session.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      </Waiting>
    </Card>
  )
}

export function OwnStart() {
  const { me, name } = useSession()
  return (
    <div className={classes.page}>
      <PageHead
        title={t('Hello, {firstName}', { firstName: me.firstName })}
        under={<span>{`${name} · ${me.workspace.name}`}</span>}
        actions={
          <Button component={Link} to="/dashboard/profile" variant="default">
            {t('Profile')}
          </Button>
        }
      />
      {me.passkeys === 1 && (
        <Notice level="warning">
          {t("You have only one passkey. Add a second one so that losing a key doesn't lock you out.")}
        </Notice>
      )}
      <Card
        title={t('Security keys')}
        flush
        right={<Link to="/dashboard/addSecurityKey">{t('Add security key')}</Link>}
      >
        <OwnKeys />
      </Card>
      <SignedIn />
    </div>
  )
}
