import { waitingKeys } from '@claviger/contract/keys/security-keys/waiting-keys'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { t, Trans } from '../../../../ground/text/text.ts'
import { Mark } from '../../../../ground/ui/bits/Mark.tsx'
import { When } from '../../../../ground/ui/bits/When.tsx'
import { WorkspaceIcon } from '../../../../ground/ui/bits/WorkspaceIcon.tsx'
import { Facts } from '../../../../ground/ui/page/Card.tsx'
import { Notice } from '../../../../ground/ui/page/Notice.tsx'
import { Outside } from '../../../../shell/Outside.tsx'
import { kindOf } from '../words.ts'
import classes from '../../key-activation/activation.module.css'

/** Where the mailed question lands whether a key is one's own; a link that confirmed can still stop. */
export default function WaitingKeyPage() {
  const [link] = useState(() => new URLSearchParams(window.location.search).get('link') ?? '')
  const { mutate: open, data: key, error } = useWrite(waitingKeys.open, { quiet: true })
  const answer = useWrite(waitingKeys.answer)
  useEffect(() => {
    if (link !== '') open({ link })
  }, [link, open])
  const fault =
    link === '' ? t('This address is not complete. Open the link in your mail again.') : (error?.message ?? null)
  const says = (mine: boolean) => () => answer.mutate({ link, mine })
  const title = t('Is this key yours?')
  return (
    <Outside
      tab={title}
      picture={key ? <WorkspaceIcon name={key.workspaceName} icon={key.workspaceIcon} size={52} /> : <Mark size={52} />}
      title={title}
      {...(key ? { under: `${key.person} · ${key.workspaceName}` } : {})}
    >
      <div className={classes.steps}>
        {fault !== null && <Notice level="error">{fault}</Notice>}
        {fault === null && !key && <p role="status">{t('Opening your link…')}</p>}
        {key && answer.data && (
          <p role="status">
            {answer.data.opensFrom === null ? (
              t('“{name}” is stopped. It opens nothing any more.', { name: key.name })
            ) : (
              <Trans
                id="The key opens <0/>. We sent you a mail by which you can stop it until then."
                components={[<When key="0" at={answer.data.opensFrom} />]}
              />
            )}
          </p>
        )}
        {key && !answer.data && (
          <>
            <p className={classes.why}>
              {t('It was added for you, or what opens it was changed. It opens nothing until it is confirmed.')}
            </p>
            <Facts
              of={[
                [t('Name'), key.name],
                [t('Type'), kindOf(key.type)],
                ...(key.cardEnd === null ? [] : [[t('Card'), `…${key.cardEnd}`] as const]),
                [t('Added by'), key.madeBy],
                ...(key.opensFrom === null ? [] : [[t('Opens'), <When key="opens" at={key.opensFrom} />] as const]),
              ]}
            />
            {key.opensFrom === null && (
              <Button size="lg" fullWidth onClick={says(true)} loading={answer.isPending}>
                {t('This is my key')}
              </Button>
            )}
            <Button size="lg" fullWidth variant="default" onClick={says(false)} loading={answer.isPending}>
              {t('This was not me')}
            </Button>
          </>
        )}
      </div>
    </Outside>
  )
}
