import type { signIn } from '@claviger/contract/access/sign-in'
import {
  type CodeMethod,
  codeMethods,
  defaultSignInMethods,
  type SignInMethod,
} from '@claviger/contract/access/sign-in.ways'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { Button, Stack } from '@mantine/core'
import { IconDeviceMobile, IconId, IconKey, IconLifebuoy } from '@tabler/icons-react'
import { Fragment, useEffect, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { listenForCards } from '#features/keys/key-activation/card-listener.ts'
import { useExtension } from '#features/keys/extension/extension.ts'
import { DemoEntry } from './DemoEntry.tsx'
import { EmailForm } from './EmailForm.tsx'
import { errandIn, requirementsIn } from './sign-in-errand.ts'
import type { SentCode } from './code-steps.ts'
import { wayThrough } from './own-provider.ts'
import { usePasskey } from './usePasskey.ts'
import classes from './signIn.module.css'

type Profile = OutputOf<typeof signIn.authenticationProfile.reply>

export interface StartProps {
  slug: string | null
  profile: Profile | null
  waits: boolean
  begun: boolean
  begin: () => void
  /** Requirements that the refused sign-in didn't meet. */
  unmet: readonly string[]
  sent: (code: SentCode) => void
  card: (number: string) => void
  phone: () => void
  breakGlass: () => void
  done: (tokens: { accessToken: string; refreshToken: string }) => void
}

const Or = ({ children }: { children: string }) => (
  <div className={`${classes.or ?? ''} cv-line cv-small`}>{children}</div>
)

const byEmail: readonly SignInMethod[] = [...codeMethods, 'password']

const places = (of: readonly SignInMethod[]): SignInMethod[] => {
  const first = of.find(way => byEmail.includes(way))
  return of.filter(way => way === first || !byEmail.includes(way))
}

const firstCode = (of: readonly SignInMethod[]): CodeMethod | null =>
  (of.find(way => codeMethods.some(one => one === way)) as CodeMethod | undefined) ?? null

export function Start({ slug, profile, waits, begun, begin, unmet, sent, card, phone, breakGlass, done }: StartProps) {
  const { methods, others } = profile ?? { methods: defaultSignInMethods, others: [] }
  const all = [...methods, ...others]
  const passkey = usePasskey(done, all.includes('passkey'))
  const { press } = passkey
  const handOver = useExtension()
  const [more, setMore] = useState(false)
  const badge = all.includes('badge')
  const itself = begun ? null : (profile?.autoStart ?? null)
  useEffect(
    () =>
      badge
        ? listenForCards(number => {
            void handOver(number).then(taken => (taken ? press() : card(number)))
          })
        : undefined,
    [badge, card, handOver, press],
  )
  useEffect(() => {
    if (itself === null) return
    begin()
    if (itself === 'badge') card('')
    else void press()
  }, [itself, begin, card, press])

  const asked = [...new Set([...errandIn(window.location.search).demands, ...requirementsIn(unmet)])]
  const external = profile?.type === 'external-idp'
  const providers = profile?.providers ?? []
  const button = (way: SignInMethod, first: boolean) => {
    const look = { size: 'lg', fullWidth: true, autoFocus: first, ...(!first && { variant: 'default' }) }
    if (way === 'passkey')
      return (
        <Button
          {...look}
          leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
          loading={passkey.busy}
          onClick={() => void press()}
        >
          {t('Use a passkey or security key')}
        </Button>
      )
    if (way === 'badge')
      return (
        <Button {...look} leftSection={<IconId size={18} stroke={1.7} aria-hidden />} onClick={() => card('')}>
          {t('Tap your access card and enter the PIN')}
        </Button>
      )
    if (way === 'phone')
      return (
        <Button
          {...look}
          {...(!first && { variant: 'subtle' })}
          leftSection={<IconDeviceMobile size={18} stroke={1.7} aria-hidden />}
          onClick={phone}
        >
          {t('Approve on my phone')}
        </Button>
      )
    return (
      <>
        {!first && <Or>{t('or')}</Or>}
        <EmailForm slug={slug} by={firstCode(all)} plain={!first} sent={sent} />
      </>
    )
  }
  const demoToo = profile?.demo && <DemoEntry done={done} />
  const shown = waits ? [] : places(methods)
  const open = more || shown.length + providers.length === 0
  return (
    <Stack gap={10}>
      {asked.map(demand => (
        <Notice key={demand}>{t(demand)}</Notice>
      ))}
      {passkey.problem && <Notice level="error">{passkey.problem}</Notice>}
      {providers.length > 0 && external && <Providers of={providers} only />}
      {shown.map((way, at) => (
        <Fragment key={way}>
          {button(way, at === 0)}
          {at === 0 && demoToo}
        </Fragment>
      ))}
      {shown.length === 0 && demoToo}
      {providers.length > 0 && !external && (
        <>
          <Or>{t('or continue with')}</Or>
          <Providers of={providers} />
        </>
      )}
      {others.length > 0 && !open && (
        <Button size="lg" fullWidth variant="subtle" onClick={() => setMore(true)}>
          {t('Other sign-in methods')}
        </Button>
      )}
      {open && places(others).map(way => <Fragment key={way}>{button(way, false)}</Fragment>)}
      {external && open && (
        <Button
          size="lg"
          fullWidth
          variant="subtle"
          leftSection={<IconLifebuoy size={18} stroke={1.7} aria-hidden />}
          onClick={breakGlass}
        >
          {t('Use break-glass code')}
        </Button>
      )}
    </Stack>
  )
}

function Providers({ of, only = false }: { of: Profile['providers']; only?: boolean }) {
  if (only)
    return of.map((provider, at) => (
      <Button key={provider.id} component="a" href={wayThrough(provider.url)} size="lg" fullWidth autoFocus={at === 0}>
        {t('Continue with {name}', { name: provider.name })}
      </Button>
    ))
  return (
    <Grid className={classes.providers} columns="1fr 1fr" gap={8}>
      {of.map(provider => (
        <Button
          key={provider.id}
          component="a"
          href={wayThrough(provider.url)}
          variant="default"
          justify="flex-start"
          size="md"
        >
          {provider.name}
        </Button>
      ))}
    </Grid>
  )
}
