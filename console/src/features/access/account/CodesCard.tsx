import { account } from '@claviger/contract/access/account'
import { Box, Button } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'

export function CodesCard() {
  const { me } = useSession()
  const change = useWrite(account.codeSignIn, {
    done: ({ codes }) =>
      toast(
        'success',
        codes === 'agreed'
          ? t('You can now sign in with email codes')
          : t('You can now sign in only with your passkey'),
      ),
  })
  if (me.codes === 'always' || me.codes === 'never') return null
  const agreed = me.codes === 'agreed'
  return (
    <Card title={t('Email code sign-in')}>
      <div className="cv-apart cv-quiet cv-wrap">
        <Box component="span" flex="1 1 280px">
          {agreed
            ? t('You can sign in with an email code or your password instead of your passkey.')
            : t("You're an administrator. Once you have a passkey, it's the only way for you to sign in.")}
        </Box>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ allowed: !agreed })}>
          {agreed ? t('Require my passkey') : t('Allow email code sign-in')}
        </Button>
      </div>
    </Card>
  )
}
