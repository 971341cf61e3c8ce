import { keyUseDays, securityKeys } from '@claviger/contract/keys/security-keys'
import type { KeyInfo } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { Box, Button, Group } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { Connected } from '#features/keys/sharing/Connected.tsx'
import { keyIcons, markOf, storageOf, typeOf } from '#features/keys/key-labels.ts'
import { useKeyActs } from '#features/keys/key-acts/useKeyActs.tsx'
import { KeyStatus, Verification } from '../key-columns.tsx'
import { bittingOf } from './bitting.ts'
import { CardNumber } from './CardNumber.tsx'
import { Milestones } from './Milestones.tsx'
import { UseChart } from './UseChart.tsx'
import classes from './passport.module.css'

function pinOf({ pin, pinDue }: KeyInfo): ReactNode {
  if (pin === null) return t('None of its own')
  if (pinDue) return t('The card holder sets a PIN at the next tap')
  if (pin.setAt === null) return t('Not set')
  if (pin.wrong === null) return <Trans id="Set <0/>" components={[<When key="0" at={pin.setAt} as="day" />]} />
  return (
    <Trans
      id="Set <0/> · {wrong} of {tries} wrong tries"
      values={{ wrong: pin.wrong, tries: pin.tries }}
      components={[<When key="0" at={pin.setAt} as="day" />]}
    />
  )
}

function inside({ id, passkeys }: KeyInfo, sites: readonly string[] | undefined): ReactNode {
  if (passkeys === 0) return t('None yet')
  const shown = [...new Set(sites)].slice(0, 3)
  const rest = passkeys - shown.length
  return (
    <span key={id}>
      {shown.length === 0
        ? t('{count, plural, one {# passkey} other {# passkeys}}', { count: passkeys })
        : shown.join(', ')}
      {shown.length > 0 && rest > 0 && ` ${t('and {count} more', { count: rest })}`}
    </span>
  )
}

function Actions({ of, gone }: { of: KeyInfo; gone: () => void }) {
  const { acts, dialog } = useKeyActs(of, gone)
  const main = acts.filter(act => act.main)
  if (main.length === 0) return null
  return (
    <Group className={classes.actions} gap={8} align="stretch" p="12px 20px">
      {main.map(act => (
        <Button
          key={act.label}
          variant={act.danger ? 'subtle' : 'default'}
          {...(act.danger && { c: 'var(--cv-bad)', ms: 'auto' })}
          onClick={act.do}
        >
          {act.label}
        </Button>
      ))}
      {dialog}
    </Group>
  )
}

/** What a key is, how it verifies its holder, what it opens, and how it is used, on one card. */
export function KeyPassport({ of, gone = () => undefined }: { of: KeyInfo; gone?: () => void }) {
  const id = useId()
  const uses = useRead(securityKeys.uses, { id: of.id }, { quiet: true })
  const passkeys = useRead(securityKeys.credentials, { id: of.id }, { quiet: true }).data
  const Icon = keyIcons[of.picture]
  const offline = of.offlineLogin ? t('On') : t('Off')
  return (
    <Box
      component="section"
      className={`${classes.passport ?? ''} cv-box`}
      miw={0}
      bg="var(--cv-surface)"
      aria-labelledby={id}
    >
      <div className={classes.head} style={{ clipPath: bittingOf(of.id) }}>
        <Group
          component="p"
          className={classes.pale}
          gap="4px 12px"
          justify="space-between"
          mih={24}
          fz={12}
          wrap="nowrap"
        >
          <span>{t('Key passport')}</span>
          <Group component="span" className={`${classes.id ?? ''} cv-mono`} gap={4} wrap="nowrap" display="inline-flex">
            {of.id.slice(-12)} <Copy value={of.id} what={t('key ID')} />
          </Group>
        </Group>
        <Group gap={14} wrap="nowrap" mt={8}>
          <span className={classes.icon}>
            <Icon size={24} stroke={1.5} aria-hidden />
          </span>
          <div className="cv-fill cv-wrap">
            <Box component="h2" id={id} fz={18} fw={600} lh="24px">
              {of.name}
            </Box>
            <p className={classes.pale}>{[...new Set([typeOf(of), markOf(of)])].join(' · ')}</p>
          </div>
          <span className={classes.status}>
            <KeyStatus of={of} />
          </span>
        </Group>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt className="cv-small">{t('Verification')}</dt>
          <Box component="dd" className="cv-wrap" fw={600}>
            {of.verification === verifications.pin ? t('PIN required') : <Verification of={of} />}
          </Box>
        </div>
        <div>
          <dt className="cv-small">{t('PIN')}</dt>
          <Box component="dd" className="cv-wrap" fw={600}>
            {pinOf(of)}
          </Box>
        </div>
        <div>
          <dt className="cv-small">{t('Private keys stored')}</dt>
          <Box component="dd" className="cv-wrap" fw={600}>
            {storageOf(of)}
          </Box>
        </div>
        <div>
          <dt className="cv-small">{t('Offline sign-in')}</dt>
          <Box component="dd" className="cv-wrap" fw={600}>
            {offline}
          </Box>
        </div>
        <div>
          <dt className="cv-small">{t('Opens accounts')}</dt>
          <Box component="dd" className="cv-wrap" fw={600}>
            <Connected of={of} />
          </Box>
        </div>
        <div>
          <dt className="cv-small">{t('Passkeys inside')}</dt>
          <Box component="dd" className="cv-wrap" fw={600}>
            {inside(
              of,
              passkeys?.items.map(one => one.rpId),
            )}
          </Box>
        </div>
      </dl>
      {of.cardId !== null && <CardNumber card={of.cardId} keyId={of.id} />}
      <Box p="10px 20px 14px">
        {uses.isPending ? (
          <Box h={60} />
        ) : (
          <Waiting on={uses} what={t('the recent uses')}>
            {uses.data && <UseChart of={uses.data} days={keyUseDays} />}
          </Waiting>
        )}
      </Box>
      <Milestones of={of} last={uses.data?.recent[0]} />
      <Actions of={of} gone={gone} />
    </Box>
  )
}
