import { signIn } from '@claviger/contract/access/sign-in'
import { Button, Stack } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Password } from '#platform/ui/fields/Password.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { CardTap } from '#features/keys/key-activation/CardTap.tsx'
import { CardAccounts, type Opening } from './CardAccounts.tsx'

export interface CardStepProps {
  slug: string | null
  cardId: string
  heard: (cardId: string) => void
  choosing: (now: boolean) => void
  back: () => void
  done: (tokens: { accessToken: string; refreshToken: string }) => void
}

export default function CardStep({ slug, cardId, heard, choosing, back, done }: CardStepProps) {
  const profile = useRead(
    signIn.authenticationProfile,
    { id: slug ?? '' },
    { quiet: true, when: slug !== null, fresh: 60_000 },
  )
  const pinPage = profile.data?.pinPage
  const [opening, setOpening] = useState<Opening | null>(null)
  const choose = (now: Opening | null) => {
    setOpening(now)
    choosing(now !== null)
  }
  if (opening) return <CardAccounts of={opening} back={() => choose(null)} done={done} />
  if (cardId === '')
    return (
      <Stack gap={10}>
        <CardTap heard={heard} busy={false} />
        <Button variant="subtle" size="lg" onClick={back}>
          {t('Back')}
        </Button>
      </Stack>
    )
  return (
    <Stack gap={10}>
      <Form
        of={signIn.cardLogin}
        size="lg"
        start={{ pin: '', ...(slug === null && { where: '' }) }}
        fixed={{ cardId, ...(slug !== null && { where: slug }) }}
        done={({ accounts, accessToken, refreshToken }, values) => {
          const where = slug ?? String(values['where'])
          if (accounts) choose({ accounts, cardId, pin: String(values['pin']), where })
          else if (accessToken !== undefined && refreshToken !== undefined) done({ accessToken, refreshToken })
        }}
      >
        {slug === null && (
          <Text
            name="where"
            label={t('Workspace address or email')}
            autoComplete="username"
            autoFocus
            icon={<IconBuilding size={17} stroke={1.6} aria-hidden />}
          />
        )}
        <Password name="pin" label={t('Card PIN')} autoComplete="off" autoFocus={slug !== null} />
        <Foot save={t('Sign in')} wide />
      </Form>
      {pinPage && (
        <Button component="a" href={pinPage} variant="transparent">
          {t('Forgot PIN?')}
        </Button>
      )}
      <Stack gap={4}>
        <Button variant="subtle" size="lg" onClick={back}>
          {t('Back')}
        </Button>
        <Button variant="subtle" size="lg" onClick={() => heard('')}>
          {t('Tap another card')}
        </Button>
      </Stack>
    </Stack>
  )
}
