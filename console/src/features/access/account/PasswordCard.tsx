import { account } from '@claviger/contract/access/account'
import { passwordLength } from '@claviger/contract/platform/password'
import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Password } from '#platform/ui/fields/Password.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'

export function PasswordCard() {
  const { me } = useSession()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  // Administrators can use codes only while they have no passkey, unless they agreed to codes
  const byCode = me.codes === 'always' || me.codes === 'agreed' || (me.codes === 'not-agreed' && me.passkeys === 0)
  const act = me.hasPassword ? t('Change password') : t('Set password')
  return (
    <Card title={t('Password')}>
      <div className="cv-apart cv-quiet cv-wrap">
        <Box component="span" flex="1 1 280px">
          {me.hasPassword
            ? t('You can use your password instead of an email code.')
            : !byCode
              ? t('No password. You sign in with a passkey.')
              : t('No password. You sign in with a passkey or a code.')}
        </Box>
        <Button variant="default" onClick={() => setOpen(true)}>
          {act}…
        </Button>
      </div>
      <Dialog open={open} title={act} close={close}>
        <Form
          of={account.changePassword}
          start={me.hasPassword ? { current: '', password: '' } : { password: '' }}
          done={() => {
            toast('success', t('Password saved'))
            close()
          }}
        >
          {me.hasPassword && <Password name="current" label={t('Current password')} autoFocus />}
          <Password
            name="password"
            label={t('New password')}
            autoComplete="new-password"
            help={t('At least {min} characters', { min: passwordLength.min })}
          />
          <Foot save={act} cancel={{ do: close }} />
        </Form>
      </Dialog>
    </Card>
  )
}
