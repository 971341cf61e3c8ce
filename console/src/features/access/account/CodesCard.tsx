import { account } from '@claviger/contract/access/account'
import { Button } from '@mantine/core'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { useSession } from '../../../shell/session.tsx'
import classes from './account.module.css'

/** Administrators sign in with their passkey; by a mailed code too where they say so. */
export function CodesCard() {
  const { me } = useSession()
  const change = useWrite(account.codeSignIn, {
    done: ({ codes }) =>
      toast('success', codes === 'agreed' ? t('Codes sign you in') : t('Only your passkey signs you in')),
  })
  if (me.codes === 'always' || me.codes === 'never') return null
  const agreed = me.codes === 'agreed'
  return (
    <Card title={t('Sign-in by mailed code')}>
      <div className={classes.line}>
        <span>
          {agreed
            ? t('A code from your mail, or your password, signs you in without your passkey.')
            : t('You look after others, so only your passkey signs you in once you have one.')}
        </span>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ allowed: !agreed })}>
          {agreed ? t('Only my passkey') : t('Let me sign in by a mailed code')}
        </Button>
      </div>
    </Card>
  )
}
