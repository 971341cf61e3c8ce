import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { Button, Stack } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { ShownOnce } from '#platform/ui/over/ShownOnce.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'

export const CodeOnce = ({ code, close }: { code: string; close: () => void }) => (
  <ShownOnce
    title={t('Break-glass code')}
    warning={t("Print it and store it securely. It's shown only once and can't be displayed again.")}
    value={code}
    what={t('Break-glass code')}
    close={close}
  >
    {t(
      'Owners can use this code to create a new passkey while the external provider is unavailable. They enter it on the sign-in page, under “Other sign-in methods”. It works once, and all owners are notified.',
    )}
  </ShownOnce>
)

interface BreakGlassProps {
  code: { madeAt: string; usedAt: string | null } | null
  external: boolean
  made: (code: string) => void
}

export function BreakGlass({ code, external, made }: BreakGlassProps) {
  const { can } = useSession()
  const renew = useWrite(authenticationProfiles.renewBreakGlass, { done: ({ breakGlass }) => made(breakGlass) })
  const gone = code === null || code.usedAt !== null
  return (
    <Card title={t('Break-glass code')}>
      <Stack gap={16} miw={0}>
        {external && gone && (
          <Notice level="warning">
            {t("Users sign in with an external provider, but there is no break-glass code in case it's unavailable.")}
          </Notice>
        )}
        <p>
          {code === null ? (
            t('Lets owners sign in while an external provider is unavailable. No code has been created yet.')
          ) : code.usedAt === null ? (
            <Trans id="Created <0/>. Can be used once." components={[<When key="0" at={code.madeAt} />]} />
          ) : (
            <Trans id="Used <0/>. It can't be used again." components={[<When key="0" at={code.usedAt} />]} />
          )}
        </p>
        {can('workspace.transfer') && (
          <div>
            <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate({})}>
              {code === null ? t('Create code') : t('Create new code')}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}
