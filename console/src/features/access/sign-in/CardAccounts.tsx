import type { OpenedAccount } from '@claviger/contract/keys/sharing'
import { signIn } from '@claviger/contract/access/sign-in'
import { Box, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import classes from './signIn.module.css'

export interface Opening {
  readonly accounts: readonly OpenedAccount[]
  readonly cardId: string
  readonly pin: string
  readonly where: string
}

interface CardAccountsProps {
  of: Opening
  back: () => void
  done: (tokens: { accessToken: string; refreshToken: string }) => void
}

export function CardAccounts({ of, back, done }: CardAccountsProps) {
  const { accounts, cardId, pin, where } = of
  const [account, setAccount] = useState(() => accounts.find(one => one.isDefault)?.id ?? '')
  const login = useWrite(signIn.cardLogin, {
    quiet: true,
    done: ({ accessToken, refreshToken }) => {
      if (accessToken !== undefined && refreshToken !== undefined) done({ accessToken, refreshToken })
    },
  })
  return (
    <Stack
      component="form"
      gap={10}
      onSubmit={event => {
        event.preventDefault()
        login.mutate({ cardId, pin, where, account })
      }}
    >
      {login.isError && <Notice level="error">{login.error.message}</Notice>}
      <Stack component="fieldset" gap={8}>
        <legend className="cv-hidden">{t('Account')}</legend>
        {accounts.map(one => (
          <Box
            component="label"
            key={one.id}
            className={`${classes.account ?? ''} cv-choice`}
            bd={one.id === account ? '1px solid var(--cv-accent)' : undefined}
          >
            <input
              type="radio"
              name="account"
              value={one.id}
              checked={one.id === account}
              // Focused so that Enter accepts the preselected account
              autoFocus={one.id === account}
              onChange={() => setAccount(one.id)}
            />
            <strong>{one.name}</strong>
            <small className="cv-muted">{one.own ? t('Your own account') : t('Shared with you')}</small>
          </Box>
        ))}
      </Stack>
      <Button type="submit" size="lg" loading={login.isPending}>
        {t('Sign in')}
      </Button>
      <Button variant="subtle" size="lg" onClick={back}>
        {t('Back')}
      </Button>
    </Stack>
  )
}
