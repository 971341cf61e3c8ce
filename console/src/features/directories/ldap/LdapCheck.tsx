import { ldap, type LdapCheckResult, type LdapStep } from '@claviger/contract/directories/ldap'
import { Button } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import { type StatusLook, Status } from '#platform/ui/bits/Status.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import classes from './ldap.module.css'
import { LdapSample } from './LdapSample.tsx'

const names: Readonly<Record<LdapStep, string>> = {
  address: msg('Server'),
  certificate: msg('Encryption'),
  'sign-in': msg('Sign-in'),
  base: msg('Base DN'),
  filter: msg('User filter'),
  rights: msg('Account permissions'),
}
const looks: Readonly<Record<LdapCheckResult['state'], StatusLook>> = {
  fine: { word: msg('Success'), shape: 'disc', tone: 'ok' },
  warning: { word: msg('Warning'), shape: 'triangle', tone: 'warn' },
  failed: { word: msg('Failed'), shape: 'disc', tone: 'bad' },
  skipped: { word: msg('Not checked'), shape: 'dash', tone: 'mute' },
}

export function LdapCheck({ id, approved }: { id: string; approved: boolean }) {
  const check = useWrite(ldap.check)
  const sample = useWrite(ldap.sample)
  return (
    <div className={classes.check}>
      {!approved && (
        <Notice>
          {t("An owner must approve the access of this directory first. Private hosts aren't contacted before that.")}
        </Notice>
      )}
      <div className={classes.row}>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate({ id })}>
          {t('Check connection')}
        </Button>
        <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate({ id, count: 5 })}>
          {t('Show sample users')}
        </Button>
      </div>
      {check.data && (
        <ol className={classes.steps} aria-label={t('Check results')}>
          {check.data.steps.map(({ step, state, says }) => {
            const { word, shape, tone } = looks[state]
            return (
              <li key={step}>
                <span className={classes.name}>{t(names[step])}</span>
                <Status shape={shape} tone={tone}>
                  {t(word)}
                </Status>
                <span className={classes.says}>{says}</span>
              </li>
            )
          })}
        </ol>
      )}
      {sample.data && <LdapSample people={sample.data.items} />}
    </div>
  )
}
