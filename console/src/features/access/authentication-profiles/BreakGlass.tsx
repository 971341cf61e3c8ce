import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { Button } from '@mantine/core'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t, Trans } from '../../../ground/text/text.ts'
import { When } from '../../../ground/ui/bits/When.tsx'
import { ShownOnce } from '../../../ground/ui/over/ShownOnce.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { useSession } from '../../../shell/session.tsx'
import classes from './profiles.module.css'

/** The break-glass code that was just made. */
export const CodeOnce = ({ code, close }: { code: string; close: () => void }) => (
  <ShownOnce
    title={t('Break-glass code')}
    warning={t('Print it and lock it away. It is not kept here, and this is the only time it is shown.')}
    value={code}
    what={t('Break-glass code')}
    close={close}
  >
    {t(
      'With it an owner makes a new passkey while the external provider cannot be reached: on the sign-in page, under “Other ways to sign in”. It works once, and all owners are told.',
    )}
  </ShownOnce>
)

interface BreakGlassProps {
  code: { madeAt: string; usedAt: string | null } | null
  /** People are sent to an external provider. */
  external: boolean
  made: (code: string) => void
}

/** How the way back in for owners stands. */
export function BreakGlass({ code, external, made }: BreakGlassProps) {
  const { can } = useSession()
  const renew = useWrite(authenticationProfiles.renewBreakGlass, { done: ({ breakGlass }) => made(breakGlass) })
  const gone = code === null || code.usedAt !== null
  return (
    <Card title={t('Break-glass code')}>
      <div className={classes.form}>
        {external && gone && (
          <Notice level="warning">
            {t('People are sent to an external provider, and there is no code for when it cannot be reached.')}
          </Notice>
        )}
        <p>
          {code === null ? (
            t('A way back in for owners while an external provider cannot be reached. None has been made yet.')
          ) : code.usedAt === null ? (
            <Trans id="Made <0/>; good once." components={[<When key="0" at={code.madeAt} />]} />
          ) : (
            <Trans id="Used <0/>; it is good for nothing any more." components={[<When key="0" at={code.usedAt} />]} />
          )}
        </p>
        {can('workspace.transfer') && (
          <div>
            <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate({})}>
              {code === null ? t('Make a code') : t('Make a new code')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
