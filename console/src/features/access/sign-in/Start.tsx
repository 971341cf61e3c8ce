import { signIn } from '@claviger/contract/access/sign-in'
import type { OutputOf } from '@claviger/contract/ground/endpoint'
import { Button } from '@mantine/core'
import { IconDeviceMobile, IconId, IconKey, IconMail } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { keep } from '../../../ground/data/tokens.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import { Email } from '../../../ground/ui/fields/Text.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { listen } from '../../keys/key-activation/reader.ts'
import { useExtension } from '../../keys/extension/extension.ts'
import type { Sent } from './steps.ts'
import { usePasskey } from './usePasskey.ts'
import classes from './signIn.module.css'

export interface StartProps {
  slug: string | null
  profile: OutputOf<typeof signIn.authenticationProfile.reply> | null
  sent: (code: Sent) => void
  /** A card was tapped, or is to be (empty). */
  card: (number: string) => void
  /** Asks the phone instead. */
  phone: () => void
  done: (tokens: { accessToken: string; refreshToken: string }) => void
}

const Or = ({ children }: { children: string }) => <div className={classes.or}>{children}</div>

/** The first step: passkey, e-mail, and what else the workspace offers. */
export function Start({ slug, profile, sent, card, phone, done }: StartProps) {
  const passkey = usePasskey(done)
  const { press } = passkey
  const handOver = useExtension()
  useEffect(
    () =>
      listen(number => {
        void handOver(number).then(taken => (taken ? press() : card(number)))
      }),
    [card, handOver, press],
  )
  const demo = useWrite(signIn.demo, { done })
  const [start] = useState({ email: '' })
  return (
    <div className={classes.ways}>
      {passkey.problem && <Notice level="error">{passkey.problem}</Notice>}
      <Button
        size="lg"
        fullWidth
        autoFocus
        leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
        loading={passkey.busy}
        onClick={() => void passkey.press()}
      >
        {t('Use a passkey or security key')}
      </Button>
      <Button
        size="lg"
        fullWidth
        variant="default"
        leftSection={<IconId size={18} stroke={1.7} aria-hidden />}
        onClick={() => card('')}
      >
        {t('Tap badge and enter PIN')}
      </Button>
      {profile?.demo && (
        <Button size="lg" fullWidth variant="default" loading={demo.isPending} onClick={() => demo.mutate({})}>
          {t('Open the demo workspace')}
        </Button>
      )}
      <Or>{t('or')}</Or>
      <Form
        of={signIn.emailInitial}
        size="lg"
        start={start}
        fixed={slug === null ? {} : { workspace: slug }}
        done={(reply, values) => {
          keep('interim', reply.session)
          sent({ email: String(values['email']), codeSentTo: reply.codeSentTo, resendAfter: reply.resendAfter })
        }}
      >
        <Email
          name="email"
          label={t('Email')}
          autoComplete="username webauthn"
          placeholder="you@example.com"
          icon={<IconMail size={17} stroke={1.6} aria-hidden />}
        />
        <Foot save={t('Email me a code')} wide plain />
      </Form>
      <Button
        size="lg"
        fullWidth
        variant="subtle"
        leftSection={<IconDeviceMobile size={18} stroke={1.7} aria-hidden />}
        onClick={phone}
      >
        {t('Approve on my phone')}
      </Button>
      {profile !== null && profile.providers.length > 0 && (
        <>
          <Or>{t('or continue with')}</Or>
          <div className={classes.providers}>
            {profile.providers.map(provider => (
              <Button
                key={provider.id}
                component="a"
                href={provider.url}
                variant="default"
                justify="flex-start"
                size="md"
              >
                {provider.name}
              </Button>
            ))}
          </div>
        </>
      )}
    </div>
  )
}
